package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Message;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Need;
import io.abcast.ordering.camu.CamuMessage.Outcome;
import io.abcast.ordering.camu.CamuMessage.Requests;
import io.abcast.ordering.camu.CamuMessage.Results;
import io.abcast.ordering.camu.CamuMessage.Start;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/**
 * Collects this replica's messages to other replicas until the end of the event batch, so that all messages to one
 * replica leave together. Between two event batches, a {@code ReplicaMail} holds no message.
 */
final class ReplicaMail {
    private static final int BYTES_MAX = 1 << 16;

    private static final class Bag {
        final int group;
        final int server;
        final List<Ask> asks = new ArrayList<>();
        final List<CamuTxn> starts = new ArrayList<>();
        final List<TxnId> needs = new ArrayList<>();
        final List<Outcome> outcomes = new ArrayList<>();

        Bag(int group, int server) {
            this.group = group;
            this.server = server;
        }
    }

    private final int group;
    private final int server;
    private final GroupEffects effects;
    private final LinkedHashMap<Long, Bag> bags = new LinkedHashMap<>();
    private long sent;

    ReplicaMail(int group, int server, GroupEffects effects) {
        this.group = group;
        this.server = server;
        this.effects = effects;
    }

    boolean isOwn(int toGroup, int toServer) {
        return toGroup == group && toServer == server;
    }

    private Bag bag(int toGroup, int toServer) {
        assert !isOwn(toGroup, toServer) : "a message to itself";
        return bags.computeIfAbsent(
                (long) toGroup << Integer.SIZE | toServer, key -> new Bag(toGroup, toServer));
    }

    void ask(int toGroup, int toServer, Ask ask) {
        bag(toGroup, toServer).asks.add(ask);
    }

    void start(int toGroup, int toServer, CamuTxn txn) {
        bag(toGroup, toServer).starts.add(txn);
    }

    void need(int toGroup, int toServer, TxnId id) {
        bag(toGroup, toServer).needs.add(id);
    }

    void outcome(int toGroup, int toServer, Outcome outcome) {
        bag(toGroup, toServer).outcomes.add(outcome);
    }

    void send(int toGroup, int toServer, CamuMessage message) {
        assert !isOwn(toGroup, toServer) : "a message to itself: " + message;
        sent++;
        effects.sendTo(toGroup, toServer, message);
    }

    void flush() {
        if (bags.isEmpty()) return;
        for (Bag bag : bags.values()) {
            send(bag, bag.asks, ask -> ask.txn().bytes(), Requests::new);
            send(bag, bag.starts, CamuTxn::bytes, Start::new);
            send(bag, bag.needs, id -> TxnId.BYTES_MAX, Need::new);
            send(
                    bag,
                    bag.outcomes,
                    outcome -> TxnId.BYTES_MAX + outcome.result().length,
                    Results::new);
        }
        bags.clear();
    }

    private <T> void send(
            Bag bag, List<T> all, Function<T, Integer> size, Function<List<T>, Message> message) {
        int from = 0;
        int bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            bytes += size.apply(all.get(i));
            boolean isFull = bytes >= BYTES_MAX || i - from + 1 == CamuMessage.ELEMENTS_MAX;
            if (!isFull && i < all.size() - 1) continue;
            sent++;
            effects.sendTo(bag.group, bag.server, message.apply(all.subList(from, i + 1)));
            from = i + 1;
            bytes = 0;
        }
    }

    long sent() {
        return sent;
    }
}

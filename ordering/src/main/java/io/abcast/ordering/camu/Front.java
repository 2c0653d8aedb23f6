package io.abcast.ordering.camu;

import java.util.HashSet;
import java.util.List;

/**
 * The state of a partition as it will be after all log entries that its leader has submitted, as far as the leader
 * needs it for decisions. Only the leader adds entries in its term, so the leader knows the effects of its submitted
 * entries before they are applied.
 */
final class Front {
    private final HashSet<TxnId> submitted = new HashSet<>();

    private final int[] openTo;

    private final long[] bytesTo;

    private final OutStream.Link[] links;

    private final long[] epochs;

    private final long[] received;
    private final long[] receivedTerm;
    private final Emission emission;
    private final long[] noted;

    private long n;

    Front(PartitionState state, int groups, boolean fast) {
        emission = fast ? state.emission().copy() : null;
        openTo = new int[groups];
        bytesTo = new long[groups];
        receivedTerm = new long[groups];
        links = new OutStream.Link[groups];
        epochs = new long[groups];
        received = new long[groups];
        noted = new long[groups];
        for (int other = 0; other < groups; other++) {
            links[other] = state.out(other).link();
            epochs[other] = state.out(other).epoch();
            received[other] = state.in(other).next();
            receivedTerm[other] = state.in(other).term();
            noted[other] = state.out(other).first() - 1;
        }
    }

    boolean isSubmitted(TxnId id) {
        return submitted.contains(id);
    }

    void submit(CamuTxn txn) {
        if (submitted.add(txn.id())) count(txn, 1);
    }

    void applied(CamuTxn txn) {
        if (submitted.remove(txn.id())) count(txn, -1);
    }

    private void count(CamuTxn txn, int sign) {
        if (txn.isSingle()) return;
        for (int other : txn.groups()) {
            openTo[other] += sign;
            bytesTo[other] += sign * (long) txn.bytes();
        }
    }

    int openTo(int other) {
        return openTo[other];
    }

    long bytesTo(int other) {
        return bytesTo[other];
    }

    OutStream.Link link(int other) {
        return links[other];
    }

    void link(int other, OutStream.Link link) {
        links[other] = link;
    }

    void open(int other) {
        links[other] = OutStream.Link.SHADOW;
        epochs[other]++;
    }

    /**
     * An acknowledgement of an earlier opening does not count, because the receiver may have set its present fence
     * (limit of deliveries) at a higher clock.
     */
    boolean awaits(int other, long epoch) {
        return links[other] == OutStream.Link.SHADOW && epochs[other] == epoch;
    }

    boolean hasLinks() {
        for (OutStream.Link link : links) if (link != OutStream.Link.OFF) return true;
        return false;
    }

    boolean isLinkedTo(CamuTxn txn, int group) {
        for (int other : txn.groups())
            if (other != group && links[other] != OutStream.Link.ON) return false;
        return true;
    }

    long received(int source) {
        return received[source];
    }

    /** Returns 0 before the first {@code Receipt} entry of the stream. */
    long receivedTerm(int source) {
        return receivedTerm[source];
    }

    void receiveFrom(int source, long term, long next) {
        receivedTerm[source] = term;
        received[source] = next;
    }

    void receive(int source, int items) {
        received[source] += items;
    }

    long noted(int other) {
        return noted[other];
    }

    void note(int other, long through) {
        noted[other] = through;
    }

    long n() {
        return n;
    }

    void advance(long physical, List<PartitionEntry> entries) {
        n += entries.size();
        if (emission == null) return;
        emission.batch(physical);
        for (PartitionEntry entry : entries) emission.apply(entry);
    }

    /** Returns {@code null} without fast mode. */
    Emission emission() {
        return emission;
    }

    int size() {
        return submitted.size();
    }
}

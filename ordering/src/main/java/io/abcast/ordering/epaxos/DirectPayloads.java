package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import java.util.LinkedHashMap;

/**
 * Fetches payloads by the messages of EPaxos. A member that lacks a payload asks for it at once, and asks the next holder
 * after each retry interval. Payloads are also sent in these messages, unless another service spreads them. The bytes in
 * flight are bounded by the instances in flight.
 *
 * <p><b>Bound:</b> the payloads that {@link WantedPayloads} lacks.
 */
final class DirectPayloads implements Dissemination {
    /** A payload that was asked for. */
    private static final class Asked {
        private int[] holders;
        private int next;
        private long askedNanos;
    }

    private final EpaxosHost host;

    /** Spreads payloads and does not fetch them; {@code null} without it. */
    private final Dissemination spreading;

    private final LinkedHashMap<Digest, Asked> asked = new LinkedHashMap<>();

    DirectPayloads(EpaxosHost host, Dissemination spreading) {
        this.host = host;
        this.spreading = spreading;
    }

    @Override
    public void spread(Digest digest, byte[] bytes) {
        if (spreading == null) host.sendToOthers(new Bytes(bytes));
        else spreading.spread(digest, bytes);
    }

    @Override
    public boolean hasRoom() {
        return spreading == null || spreading.hasRoom();
    }

    /** The node itself answers members that ask. */
    @Override
    public void keep(Digest digest, byte[] bytes) {
        asked.remove(digest);
    }

    @Override
    public void want(Digest digest, int[] holders) {
        Asked its = asked.get(digest);
        boolean isNew = its == null;
        if (isNew) {
            its = new Asked();
            asked.put(digest, its);
        }
        its.holders = holders;
        if (isNew) ask(digest, its);
    }

    private void ask(Digest digest, Asked its) {
        its.askedNanos = host.nowNanos();
        if (its.holders.length == 0) return;
        host.send(its.holders[its.next % its.holders.length], new Want(digest));
        its.next = (its.next + 1) % its.holders.length;
    }

    @Override
    public void holds(int member, Digest digest) {
        if (spreading != null) spreading.holds(member, digest);
    }

    @Override
    public void forget(Digest digest) {
        asked.remove(digest);
    }

    /** Handles the passing of time. */
    void onTick() {
        asked.forEach(
                (digest, its) -> {
                    if (host.nowNanos() - its.askedNanos >= host.retryNanos()) ask(digest, its);
                });
    }
}

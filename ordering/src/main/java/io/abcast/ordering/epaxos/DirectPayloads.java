package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import java.util.LinkedHashMap;

/**
 * Fetches payloads by the messages of EPaxos. A member that lacks a payload asks for it, and asks the next holder after
 * each retry interval. Payloads are also sent in these messages, unless another service spreads them. The bytes in flight
 * are bounded by the instances in flight.
 *
 * <p>Messages overtake the payloads that another service spreads over busy links. So while the source of such a payload
 * is reachable, a member waits for an {@link ArrivalTime} before it asks. The service repeats what is lost earlier.
 *
 * <p><b>Bound:</b> the payloads that {@link WantedPayloads} lacks.
 */
final class DirectPayloads implements Dissemination {
    /** A payload that is asked for. */
    private static final class Asked {
        private final int source;
        private final long wantedNanos;
        private int[] holders;
        private int next;

        /** Time of the last question, or of {@link #want} before the first one. */
        private long sinceNanos;

        private boolean isAsked;

        private Asked(int source, long nowNanos) {
            this.source = source;
            wantedNanos = nowNanos;
            sinceNanos = nowNanos;
        }
    }

    private final EpaxosHost host;

    /** From the times until a missing payload arrives. */
    private final ArrivalTime arrival = new ArrivalTime();

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
        Asked its = asked.remove(digest);
        if (its != null) arrival.measured(host.nowNanos() - its.wantedNanos);
    }

    @Override
    public void want(Digest digest, int source, int[] holders) {
        Asked its = asked.get(digest);
        boolean isNew = its == null;
        if (isNew) {
            its = new Asked(source, host.nowNanos());
            asked.put(digest, its);
        }
        its.holders = holders;
        if (isNew && isDue(its)) ask(digest, its);
    }

    private boolean isDue(Asked its) {
        long since = host.nowNanos() - its.sinceNanos;
        if (its.isAsked) return since >= (spreading == null ? host.retryNanos() : arrival.nanos());
        boolean mayArrive = spreading != null && host.isReachable(its.source);
        return !mayArrive || since >= arrival.nanos();
    }

    private void ask(Digest digest, Asked its) {
        its.isAsked = true;
        its.sinceNanos = host.nowNanos();
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
                    if (isDue(its)) ask(digest, its);
                });
    }
}

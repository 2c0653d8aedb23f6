package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import java.util.LinkedHashMap;

/**
 * Sends and fetches large request payloads by messages of EPaxos. A member that lacks a payload asks one member that
 * holds it, and after a wait without an answer the next holder.
 *
 * <p>If another service spreads payloads, a member waits for the {@link ArrivalTime} before it asks, because an EPaxos
 * message can arrive before its payload.
 *
 * <p><b>Bound:</b> {@link WantedPayloads} bounds the number of missing payloads.
 */
final class DirectPayloads implements Dissemination {
    private static final class Asked {
        private final int source;
        private final long wantedNanos;
        private int[] holders;
        private int next;

        /**
         * Time in ns at which this member last asked for the payload; before the first question, the time at which it
         * noticed the lack.
         */
        private long sinceNanos;

        private boolean isAsked;

        private Asked(int source, long nowNanos) {
            this.source = source;
            wantedNanos = nowNanos;
            sinceNanos = nowNanos;
        }
    }

    private final EpaxosHost host;

    private final ArrivalTime arrival = new ArrivalTime();

    /** Service that sends new payloads to all members; {@code null} if EPaxos messages carry new payloads. */
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

    /** The node itself stores payloads, so this method only stops asking for the payload. */
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

    void onTick() {
        asked.forEach(
                (digest, its) -> {
                    if (isDue(its)) ask(digest, its);
                });
    }
}

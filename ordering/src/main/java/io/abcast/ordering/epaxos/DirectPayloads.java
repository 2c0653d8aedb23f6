package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import java.util.LinkedHashMap;

/**
 * Fetches missing request payloads by messages of EPaxos. A member that lacks a payload asks one holder of the payload,
 * and the next holder after each retry interval. Messages of EPaxos also spread new payloads to the members, unless
 * another service spreads them. The number of instances in flight bounds the payload bytes in flight.
 *
 * <p>If another service spreads payloads, EPaxos messages can overtake a payload on busy links. While the source of a
 * payload is reachable, a member therefore waits for the {@link ArrivalTime} before it asks for the payload. The other
 * service usually repeats a lost payload before the {@link ArrivalTime} is over.
 *
 * <p><b>Bound:</b> the number of payloads that are asked for is bounded by {@link WantedPayloads}.
 */
final class DirectPayloads implements Dissemination {
    /** A payload that this member lacks, and the questions that it has sent for the payload. */
    private static final class Asked {
        private final int source;
        private final long wantedNanos;
        private int[] holders;
        private int next;

        /** Time in ns of the last question for the payload; before the first question, the time of {@link #want}. */
        private long sinceNanos;

        private boolean isAsked;

        private Asked(int source, long nowNanos) {
            this.source = source;
            wantedNanos = nowNanos;
            sinceNanos = nowNanos;
        }
    }

    private final EpaxosHost host;

    /** Computes, from the times until missing payloads arrive, for how long a sent payload counts as in flight. */
    private final ArrivalTime arrival = new ArrivalTime();

    /**
     * Service that spreads new payloads to members but fetches no missing payloads; {@code null} without this service.
     */
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

    /**
     * Records that the payload with this digest has arrived. {@code DirectPayloads} does not store the payload, because
     * the node itself answers members that ask for payloads.
     */
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

    /** Asks again for the missing payloads for which the next question is due. */
    void onTick() {
        asked.forEach(
                (digest, its) -> {
                    if (isDue(its)) ask(digest, its);
                });
    }
}

package io.abcast.ordering.fbp;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * The signed requests that are not ordered yet, by origin and in the order of submission. A follower forwards the
 * waiting requests to its leader, and suspects the leader if the requests are not ordered; a new leader proposes them.
 * For each origin, at most {@link #COUNT_MAX} requests and {@link #BYTES_MAX} bytes are kept, and further requests are
 * dropped.
 */
final class Waiting {
    static final int COUNT_MAX = 2_048;

    /** Maximum bytes of the requests that this member keeps for one origin; a single request may exceed the maximum. */
    static final long BYTES_MAX = 16 << 20;

    private static final int PASSED_MAX = 64;

    private static final long NEVER = -1;

    private static final class Share {
        final LinkedHashMap<Long, OriginRequest> requests = new LinkedHashMap<>();
        long bytes;

        /**
         * Time in ns from which this member measures how long the origin's first kept request has waited to be ordered.
         */
        long sinceNanos;

        long passedNanos = NEVER;

        OriginRequest first() {
            return requests.values().iterator().next();
        }
    }

    private final Ports ports;

    private final TreeMap<Integer, Share> shares = new TreeMap<>();

    Waiting(Ports ports) {
        this.ports = ports;
    }

    OriginRequest get(int origin, long request) {
        Share share = shares.get(origin);
        return share == null ? null : share.requests.get(request);
    }

    boolean isWanted(OriginRequest value) {
        if (!ports.members().contains(value.origin())) return false;
        if (get(value.origin(), value.number()) != null) return false;
        if (ports.isOrdered(value.origin(), value.number())) return false;
        return ports.isNext(value) || get(value.origin(), value.previous()) != null;
    }

    boolean hasRoomFor(OriginRequest value) {
        Share share = shares.get(value.origin());
        return share == null
                || (share.requests.size() < COUNT_MAX && share.bytes + value.bytes() <= BYTES_MAX);
    }

    /** Keeps a request that the caller has found wanted, signed, and within the limits of its origin. */
    void add(OriginRequest value) {
        Share share = shares.computeIfAbsent(value.origin(), origin -> new Share());
        if (share.requests.isEmpty()) share.sinceNanos = ports.nowNanos();
        share.requests.put(value.number(), value);
        share.bytes += value.bytes();
    }

    void onApplied(OriginRequest value) {
        Share share = shares.get(value.origin());
        if (share == null) return;
        remove(share, value.number());
        share.sinceNanos = ports.nowNanos();
        share.passedNanos = NEVER;
        prune(value.origin(), share);
    }

    private static void remove(Share share, long request) {
        OriginRequest gone = share.requests.remove(request);
        if (gone != null) share.bytes -= gone.bytes();
    }

    /**
     * Drops the requests of one origin that can never be ordered, because other requests of the origin have been
     * ordered in their places.
     */
    private void prune(int origin, Share share) {
        while (!share.requests.isEmpty() && !ports.isNext(share.first()))
            remove(share, share.first().number());
        if (share.requests.isEmpty()) shares.remove(origin);
    }

    void visitQueues(QueueVisitor to) {
        to.queue("origins of requests", shares.size(), ports.members().size());
        for (Share share : shares.values()) {
            to.queue("requests of an origin", share.requests.size(), COUNT_MAX);
            long bytes = share.requests.size() > 1 ? share.bytes : 0;
            to.queue("bytes of requests of an origin", bytes, BYTES_MAX);
        }
    }

    void onCaughtUp() {
        for (int origin : ports.members().ids()) {
            Share share = shares.get(origin);
            if (share != null && !ports.isNext(share.first())) {
                prune(origin, share);
                share.sinceNanos = ports.nowNanos();
            }
        }
    }

    void onLeader() {
        for (Share share : shares.values()) {
            share.sinceNanos = ports.nowNanos();
            share.passedNanos = NEVER;
        }
    }

    Collection<OriginRequest> all() {
        List<OriginRequest> all = new ArrayList<>();
        for (Share share : shares.values()) all.addAll(share.requests.values());
        return all;
    }

    /**
     * Requests that the leader may lack: the oldest kept requests of each origin of which no request was ordered for
     * {@code nanos} ns.
     *
     * @param bytesMax approximate maximum bytes of the returned requests; each origin has an equal part of the bytes,
     *     and at least one request
     */
    List<OriginRequest> toPass(long nanos, int bytesMax) {
        List<OriginRequest> passed = new ArrayList<>();
        for (Share share : shares.values()) {
            if (ports.nowNanos() - share.sinceNanos <= nanos) continue;
            if (share.passedNanos == NEVER) share.passedNanos = ports.nowNanos();
            int left = bytesMax / ports.members().size();
            int count = 0;
            for (OriginRequest value : share.requests.values()) {
                if (count++ > 0 && (left < value.bytes() || count > PASSED_MAX)) break;
                passed.add(value);
                left -= value.bytes();
            }
        }
        return passed;
    }

    /**
     * Whether for {@code nanos} ns no request of some origin was ordered, although the leader has had a request of this
     * origin for half of {@code nanos}.
     */
    boolean anyWaits(long nanos) {
        for (Share share : shares.values()) {
            boolean passed =
                    share.passedNanos != NEVER && ports.nowNanos() - share.passedNanos >= nanos / 2;
            if (passed && ports.nowNanos() - share.sinceNanos > nanos) return true;
        }
        return false;
    }
}

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
 * Signed requests that are not ordered yet, by origin and in order. A follower passes these requests on to its leader,
 * and suspects the leader if they are not ordered. A member that begins to lead proposes them. The number and the bytes
 * of kept requests are bounded for each origin. At the bound, further requests of the origin are not kept.
 */
final class Waiting {
    /** Maximum number of requests that are kept for one origin. */
    static final int COUNT_MAX = 2_048;

    /** Maximum bytes of the requests that are kept for one origin; a single request is always allowed. */
    static final long BYTES_MAX = 16 << 20;

    /** Maximum number of requests of one origin that are passed on together. */
    private static final int PASSED_MAX = 64;

    private static final long NEVER = -1;

    /** The requests of one origin. */
    private static final class Share {
        final LinkedHashMap<Long, OriginRequest> requests = new LinkedHashMap<>();
        long bytes;

        /** Time in ns since which the first request can be ordered. */
        long sinceNanos;

        /** Time in ns when the first request was first passed on to the present leader. */
        long passedNanos = NEVER;

        OriginRequest first() {
            return requests.values().iterator().next();
        }
    }

    private final Ports ports;

    /** By origin: its kept requests. An origin without a kept request has no share. */
    private final TreeMap<Integer, Share> shares = new TreeMap<>();

    Waiting(Ports ports) {
        this.ports = ports;
    }

    /** The kept request of that origin and number; {@code null} if it is not kept. */
    OriginRequest get(int origin, long request) {
        Share share = shares.get(origin);
        return share == null ? null : share.requests.get(request);
    }

    /** Whether the request is new at this member, and could be ordered after the kept requests of its origin. */
    boolean isWanted(OriginRequest value) {
        if (!ports.members().contains(value.origin())) return false;
        if (get(value.origin(), value.number()) != null) return false;
        if (ports.isOrdered(value.origin(), value.number())) return false;
        return ports.isNext(value) || get(value.origin(), value.previous()) != null;
    }

    /** Whether the share of its origin has room for the request. */
    boolean hasRoomFor(OriginRequest value) {
        Share share = shares.get(value.origin());
        return share == null
                || (share.requests.size() < COUNT_MAX && share.bytes + value.bytes() <= BYTES_MAX);
    }

    /** Keeps a wanted and signed request for which there is room. */
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
     * Drops requests that can never be ordered, because another request took their place in the sequence of their
     * origin.
     */
    private void prune(int origin, Share share) {
        while (!share.requests.isEmpty() && !ports.isNext(share.first()))
            remove(share, share.first().number());
        if (share.requests.isEmpty()) shares.remove(origin);
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("origins of requests", shares.size(), ports.members().size());
        for (Share share : shares.values()) {
            to.queue("requests of an origin", share.requests.size(), COUNT_MAX);
            long bytes = share.requests.size() > 1 ? share.bytes : 0;
            to.queue("bytes of requests of an origin", bytes, BYTES_MAX);
        }
    }

    /** Called when a state transfer has brought this member up to date. */
    void onCaughtUp() {
        for (int origin : ports.members().ids()) {
            Share share = shares.get(origin);
            if (share != null && !ports.isNext(share.first())) {
                prune(origin, share);
                share.sinceNanos = ports.nowNanos();
            }
        }
    }

    /** Called when the leader has changed, or can propose from now on. */
    void onLeader() {
        for (Share share : shares.values()) {
            share.sinceNanos = ports.nowNanos();
            share.passedNanos = NEVER;
        }
    }

    /** All requests, by origin and in order. */
    Collection<OriginRequest> all() {
        List<OriginRequest> all = new ArrayList<>();
        for (Share share : shares.values()) all.addAll(share.requests.values());
        return all;
    }

    /**
     * Requests that the leader may lack: the oldest requests of each origin of which no request was ordered for {@code
     * nanos}.
     *
     * @param bytesMax approximate maximum bytes; each origin has an equal part of them, and at least one request
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
     * Whether there is an origin of which no request was ordered for {@code nanos} ns, although the leader has had
     * requests of this origin for half of that time.
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

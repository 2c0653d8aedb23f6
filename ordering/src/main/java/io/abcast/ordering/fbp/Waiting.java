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
 * Signed requests that are not ordered yet, of each origin in their order. A follower measures its leader by them, passes them on to it, and
 * proposes them when it leads itself. Each origin has a share of its own; over it, further requests of that origin are not kept.
 */
final class Waiting {
    /** Requests kept of one origin. */
    static final int COUNT_MAX = 2_048;

    /** Bytes kept of one origin; one request always. */
    static final long BYTES_MAX = 16 << 20;

    /** Requests of one origin that are passed on at a time. */
    private static final int PASSED_MAX = 64;

    private static final long NEVER = -1;

    /** Of one origin. */
    private static final class Share {
        final LinkedHashMap<Long, OriginRequest> requests = new LinkedHashMap<>();
        long bytes;

        /** Since when the first of them could have been ordered. */
        long sinceNanos;

        /** When it was first passed on to the present leader. */
        long passedNanos = NEVER;

        OriginRequest first() {
            return requests.values().iterator().next();
        }
    }

    private final Ports ports;

    /** By origin; none is empty. */
    private final TreeMap<Integer, Share> shares = new TreeMap<>();

    Waiting(Ports ports) {
        this.ports = ports;
    }

    /** The request of that origin and number, if it is kept here; {@code null} otherwise. */
    OriginRequest get(int origin, long request) {
        Share share = shares.get(origin);
        return share == null ? null : share.requests.get(request);
    }

    /** Whether the request is new here, and could be ordered after those that are kept. */
    boolean isWanted(OriginRequest value) {
        if (!ports.members().contains(value.origin())) return false;
        if (get(value.origin(), value.number()) != null) return false;
        if (ports.isOrdered(value.origin(), value.number())) return false;
        return ports.isNext(value) || get(value.origin(), value.previous()) != null;
    }

    /** Whether there is room for it in its origin's share. */
    boolean hasRoomFor(OriginRequest value) {
        Share share = shares.get(value.origin());
        return share == null
                || (share.requests.size() < COUNT_MAX && share.bytes + value.bytes() <= BYTES_MAX);
    }

    /** Keeps a request that is wanted, for which there is room, and that is signed. */
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

    /** Drops requests that can never be ordered: their origin has another request in that place of its order. */
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

    /** The member has jumped ahead. */
    void onCaughtUp() {
        for (int origin : ports.members().ids()) {
            Share share = shares.get(origin);
            if (share != null && !ports.isNext(share.first())) {
                prune(origin, share);
                share.sinceNanos = ports.nowNanos();
            }
        }
    }

    /** The leader has changed, or can propose from now on. */
    void onLeader() {
        for (Share share : shares.values()) {
            share.sinceNanos = ports.nowNanos();
            share.passedNanos = NEVER;
        }
    }

    /** All of them, of each origin in their order. */
    Collection<OriginRequest> all() {
        List<OriginRequest> all = new ArrayList<>();
        for (Share share : shares.values()) all.addAll(share.requests.values());
        return all;
    }

    /**
     * What the leader may lack: the oldest requests of each origin of which none was ordered for that time.
     *
     * @param bytesMax about how many bytes; each origin has its part of them, and at least one request
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

    /** Whether an origin has waited for so long with nothing ordered, half of it since its requests were passed on to the leader. */
    boolean anyWaits(long nanos) {
        for (Share share : shares.values()) {
            boolean passed =
                    share.passedNanos != NEVER && ports.nowNanos() - share.passedNanos >= nanos / 2;
            if (passed && ports.nowNanos() - share.sinceNanos > nanos) return true;
        }
        return false;
    }
}

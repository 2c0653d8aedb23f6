package io.abcast.ordering.log;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the requests that the owner of a ballot has to propose, in a bounded queue for each origin, and the owner's
 * undecided proposals. The owner accepts a request once, and only after the request's predecessor at its origin. The
 * owner takes requests from one origin after another, so that no origin can delay the requests of other origins for
 * long.
 */
public final class Proposals {
    /**
     * Maximum number of requests of one origin that wait to be proposed; further requests are dropped, and the origin
     * sends them again later.
     */
    static final int QUEUE_MAX = 4_096;

    /**
     * Maximum bytes of the requests of one origin that wait to be proposed; a single request may exceed the maximum.
     */
    static final long QUEUE_BYTES_MAX = 16 << 20;

    private static final class Open {
        final Value value;
        final int bytes;
        long sentNanos;
        int repeats;

        Open(Value value, long sentNanos) {
            this.value = value;
            this.sentNanos = sentNanos;
            bytes = value.bytes();
        }
    }

    private static final class Queue {
        final ArrayDeque<OriginRequest> requests = new ArrayDeque<>();
        long bytes;

        /**
         * For each run of the origin (from one start to the next), the number of the last request that waits or was
         * proposed. The last element belongs to the run with the newest request.
         */
        private final long[] last = new long[Order.RUNS_MAX];

        private int runs;

        boolean isFull(int more) {
            return requests.size() >= QUEUE_MAX
                    || (!requests.isEmpty() && bytes + more > QUEUE_BYTES_MAX);
        }

        boolean knows(long number) {
            for (int i = 0; i < runs; i++)
                if (number <= last[i] && last[i] - number < Order.SPAN) return true;
            return false;
        }

        boolean isContinuedBy(OriginRequest request) {
            if (request.isFirst()) return false;
            for (int i = 0; i < runs; i++) if (last[i] == request.previous()) return true;
            return false;
        }

        void know(long number) {
            int at = 0;
            while (at < runs && !(number > last[at] && number - last[at] < Order.SPAN)) at++;
            if (at == last.length) at = 0;
            else if (at == runs) runs++;
            System.arraycopy(last, at + 1, last, at, runs - 1 - at);
            last[runs - 1] = number;
        }

        long moveTo(List<OriginRequest> batch, int count, long bytesMax) {
            long moved = 0;
            OriginRequest before = null;
            for (int i = 0; i < count && !requests.isEmpty(); i++) {
                OriginRequest next = requests.peekFirst();
                boolean first = batch.isEmpty();
                if (!first && moved + next.bytes() > bytesMax) break;
                if (before != null && !next.follows(before)) break;
                before = requests.removeFirst();
                batch.add(before);
                moved += before.bytes();
            }
            bytes -= moved;
            return moved;
        }
    }

    private final Ports ports;

    private final TreeMap<Integer, Queue> queues = new TreeMap<>();

    private int queued;

    private int served;

    private final TreeMap<Long, Open> open = new TreeMap<>();

    private long openBytes;

    public Proposals(Ports ports) {
        this.ports = ports;
    }

    /**
     * Accepts {@code request} for a proposal if the request is new and its predecessor was accepted or is ordered.
     *
     * @return false if the request could be accepted but the queue of its origin is full
     */
    public boolean admit(OriginRequest request) {
        if (!ports.members().contains(request.origin())) return true;
        Queue queue = queues.computeIfAbsent(request.origin(), origin -> new Queue());
        if (queue.knows(request.number())) return true;
        if (!queue.isContinuedBy(request) && !ports.isNext(request)) return true;
        if (queue.isFull(request.bytes())) return false;
        queue.know(request.number());
        queue.requests.addLast(request);
        queue.bytes += request.bytes();
        queued++;
        return true;
    }

    /**
     * Passes the lengths and bounds of the queues of requests to the visitor {@code to}, see {@link
     * Consensus#visitQueues}.
     */
    public void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("origins of proposals", queues.size(), ports.members().size());
        for (Queue queue : queues.values()) {
            to.queue("requests to propose", queue.requests.size(), QUEUE_MAX);
            long bytes = queue.requests.size() > 1 ? queue.bytes : 0;
            to.queue("bytes of requests to propose", bytes, QUEUE_BYTES_MAX);
        }
        to.queue("open proposals", open.size(), slotsMax);
    }

    /** Whether a request waits to be proposed. */
    public boolean hasQueued() {
        return queued > 0;
    }

    /**
     * Removes and returns the requests for the next proposed value; empty if this member may not propose another value
     * now. Each origin has one batch, and an equal share of {@link Value#REQUESTS_MAX} and {@link Value#BYTES_MAX}. To
     * be fair, {@code poll} begins with the origin after the last origin of the previous value.
     */
    public List<OriginRequest> poll() {
        long room = ports.config().openBytesMax() - openBytes;
        if (queued == 0 || (room < 0 && !open.isEmpty())) return List.of();
        int waiting = 0;
        for (Queue queue : queues.values()) if (!queue.requests.isEmpty()) waiting++;
        int share = Math.max(1, Value.REQUESTS_MAX / waiting);
        long bytesMax = Math.min(Value.BYTES_MAX, room);
        List<OriginRequest> polled = new ArrayList<>(Math.min(queued, Value.REQUESTS_MAX));
        Map.Entry<Integer, Queue> turn = queues.higherEntry(served);
        long bytes = 0;
        for (int i = 0; i < queues.size(); i++) {
            if (turn == null) turn = queues.firstEntry();
            Queue queue = turn.getValue();
            if (!queue.requests.isEmpty()) {
                long own = Math.min(bytesMax - bytes, bytesMax / waiting);
                if (!polled.isEmpty() && queue.requests.peekFirst().bytes() > own) break;
                List<OriginRequest> batch = new ArrayList<>();
                bytes += queue.moveTo(batch, share, own);
                polled.addAll(batch);
                served = turn.getKey();
            }
            turn = queues.higherEntry(turn.getKey());
        }
        queued -= polled.size();
        return polled;
    }

    /** Records that this member has proposed {@code value} in {@code slot}, instead of an earlier value. */
    public void opened(long slot, Value value) {
        Open now = new Open(value, ports.nowNanos());
        Open before = open.put(slot, now);
        if (before != null) openBytes -= before.bytes;
        openBytes += now.bytes;
        for (OriginRequest request : value.requests()) {
            Queue queue = queues.computeIfAbsent(request.origin(), origin -> new Queue());
            if (queue.knows(request.number())) continue;
            if (queue.isContinuedBy(request) || ports.isNext(request)) queue.know(request.number());
        }
    }

    /**
     * The value that this member has proposed in {@code slot}; {@code null} if it has proposed no value in the slot.
     */
    public Value at(long slot) {
        Open proposal = open.get(slot);
        return proposal == null ? null : proposal.value;
    }

    /** Whether at least one proposal of this member is not decided yet. */
    public boolean isOpen() {
        return !open.isEmpty();
    }

    /**
     * Returns the slots whose proposed values this member must send again now, see {@link Repeats}, and counts their
     * values as sent.
     */
    public List<Long> due() {
        List<Long> due = new ArrayList<>();
        for (Map.Entry<Long, Open> entry : open.entrySet()) {
            Open proposal = entry.getValue();
            long waited = ports.nowNanos() - proposal.sentNanos;
            if (waited < Repeats.interval(ports, proposal.repeats)) continue;
            proposal.sentNanos = ports.nowNanos();
            proposal.repeats++;
            due.add(entry.getKey());
        }
        return due;
    }

    /** Records that all slots up to {@code throughSlot} are decided and have taken effect. */
    public void closed(long throughSlot) {
        while (!open.isEmpty() && open.firstKey() <= throughSlot) {
            Open closed = open.pollFirstEntry().getValue();
            openBytes -= closed.bytes;
            // If another value was decided, or a predecessor is missing, a request was not ordered;
            // its origin's queue is dropped, so that the request can be accepted again.
            for (OriginRequest request : closed.value.requests())
                if (!ports.isOrdered(request.origin(), request.number())) drop(request.origin());
        }
    }

    private void drop(int origin) {
        Queue dropped = queues.remove(origin);
        if (dropped != null) queued -= dropped.requests.size();
    }

    /** Drops all requests that wait to be proposed, and all proposals that are not decided. */
    public void clear() {
        queues.clear();
        queued = 0;
        open.clear();
        openBytes = 0;
    }
}

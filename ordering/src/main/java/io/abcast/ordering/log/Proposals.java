package io.abcast.ordering.log;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the owner of a ballot has to propose and has proposed: a bounded queue of requests for each origin, and the open instances. A
 * request is taken once, and after the one that it follows at its origin. Origins are served in turn, so none of them keeps another one's
 * requests waiting for longer than one round.
 */
public final class Proposals {
    /** Requests of one origin that may wait; more are dropped, and their origin sends them again. */
    static final int QUEUE_MAX = 4_096;

    /** Bytes of one origin's requests that may wait; one request always. */
    static final long QUEUE_BYTES_MAX = 16 << 20;

    /** A proposed value that is not decided yet. */
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

    /** The requests of one origin that wait, and the last one that was taken of each of its lives. */
    private static final class Queue {
        final ArrayDeque<OriginRequest> requests = new ArrayDeque<>();
        long bytes;

        /**
         * For each life of the origin the last request that waits or was proposed; requests of that life with a number up to this one are known.
         * Members pass on requests of earlier lives, so requests of two lives can arrive in turns, and neither life may make the other one unknown.
         * The life that moved last stands at the end. The first one of more than {@link Order#LIVES_MAX} lives is forgotten.
         */
        private final long[] last = new long[Order.LIVES_MAX];

        private int lives;

        boolean isFull(int more) {
            return requests.size() >= QUEUE_MAX
                    || (!requests.isEmpty() && bytes + more > QUEUE_BYTES_MAX);
        }

        boolean knows(long number) {
            for (int i = 0; i < lives; i++)
                if (number <= last[i] && last[i] - number < Order.SPAN) return true;
            return false;
        }

        /** Whether the request follows the last known one of a life. */
        boolean isContinuedBy(OriginRequest request) {
            if (request.isFirst()) return false;
            for (int i = 0; i < lives; i++) if (last[i] == request.previous()) return true;
            return false;
        }

        /** The request with that number is the last known one of its life from now on. */
        void know(long number) {
            int at = 0;
            while (at < lives && !(number > last[at] && number - last[at] < Order.SPAN)) at++;
            if (at == last.length) at = 0;
            else if (at == lives) lives++;
            System.arraycopy(last, at + 1, last, at, lives - 1 - at);
            last[lives - 1] = number;
        }

        /** Moves the oldest requests that follow on each other. */
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

    /** By origin, of those that this member has proposed or taken something of. */
    private final TreeMap<Integer, Queue> queues = new TreeMap<>();

    /** Requests in all queues. */
    private int queued;

    /** The origin that was served last. */
    private int served;

    /** By slot. Bound: {@link Consensus#slotsMax}. */
    private final TreeMap<Long, Open> open = new TreeMap<>();

    private long openBytes;

    public Proposals(Ports ports) {
        this.ports = ports;
    }

    /**
     * Takes a request of a member if it is new and what it follows was taken or is ordered.
     *
     * @return whether there was room for it, if it was to be taken
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

    /** See {@link Consensus#visitQueues}. */
    public void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("origins of proposals", queues.size(), ports.members().size());
        for (Queue queue : queues.values()) {
            to.queue("requests to propose", queue.requests.size(), QUEUE_MAX);
            long bytes = queue.requests.size() > 1 ? queue.bytes : 0;
            to.queue("bytes of requests to propose", bytes, QUEUE_BYTES_MAX);
        }
        to.queue("open proposals", open.size(), slotsMax);
    }

    /** Whether requests wait to be proposed. */
    public boolean hasQueued() {
        return queued > 0;
    }

    /**
     * Requests for the next value, if there is room for one; empty otherwise. They are a batch of each origin, the origins in turn from the one
     * after that of the last value on. Each origin has an equal share of {@link Value#REQUESTS_MAX} and {@link Value#BYTES_MAX}.
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

    /** The value was proposed in that instance, instead of what may have been before. */
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

    /** The value proposed in that instance, or {@code null}. */
    public Value at(long slot) {
        Open proposal = open.get(slot);
        return proposal == null ? null : proposal.value;
    }

    /** Whether anything is proposed and not decided. */
    public boolean isOpen() {
        return !open.isEmpty();
    }

    /** Instances whose value has to be sent again, see {@link Repeats}; they are marked as sent now. */
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

    /** The instances up to that one are decided, and have taken effect. */
    public void closed(long throughSlot) {
        while (!open.isEmpty() && open.firstKey() <= throughSlot) {
            Open closed = open.pollFirstEntry().getValue();
            openBytes -= closed.bytes;
            // A request may be taken again if it was not ordered: another value was decided, or a
            // request before it is missing.
            for (OriginRequest request : closed.value.requests())
                if (!ports.isOrdered(request.origin(), request.number())) drop(request.origin());
        }
    }

    private void drop(int origin) {
        Queue dropped = queues.remove(origin);
        if (dropped != null) queued -= dropped.requests.size();
    }

    /** Nothing is proposed any more. */
    public void clear() {
        queues.clear();
        queued = 0;
        open.clear();
        openBytes = 0;
    }
}

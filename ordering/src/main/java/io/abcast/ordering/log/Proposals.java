package io.abcast.ordering.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the owner of a ballot has to propose and has proposed: a bounded queue of requests for each origin, and the open instances. A
 * request is in it once, and after the one that it follows at its origin. Origins are served in turn, so none of them keeps another one's
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
        long sentNanos;

        Open(Value value, long sentNanos) {
            this.value = value;
            this.sentNanos = sentNanos;
        }
    }

    /** The requests of one origin that wait. */
    private static final class Queue {
        final ArrayDeque<Value> values = new ArrayDeque<>();
        long bytes;

        boolean isFull(int more) {
            return values.size() >= QUEUE_MAX
                    || (!values.isEmpty() && bytes + more > QUEUE_BYTES_MAX);
        }
    }

    private record Name(int origin, long request) {}

    private final Ports ports;

    /** By origin; none is empty. */
    private final TreeMap<Integer, Queue> queues = new TreeMap<>();

    /** The origin that was served last. */
    private int served;

    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final Set<Name> names = new HashSet<>();
    private long openBytes;

    public Proposals(Ports ports) {
        this.ports = ports;
    }

    /**
     * Takes a request of a member if it is new and what it follows is here or ordered.
     *
     * @return whether there was room for it, if it was to be taken
     */
    public boolean admit(Value value) {
        if (value.isNothing() || !ports.members().contains(value.origin())) return true;
        Name name = new Name(value.origin(), value.request());
        boolean follows =
                ports.isNext(value) || names.contains(new Name(value.origin(), value.previous()));
        if (!follows || names.contains(name)) return true;
        Queue queue = queues.computeIfAbsent(value.origin(), origin -> new Queue());
        if (queue.isFull(value.bytes())) return false;
        names.add(name);
        queue.values.addLast(value);
        queue.bytes += value.bytes();
        return true;
    }

    /** Whether requests wait to be proposed. */
    public boolean hasQueued() {
        return !queues.isEmpty();
    }

    /** The next request to be proposed, if there is room for one; {@code null} otherwise. */
    public Value poll() {
        boolean full = openBytes > ports.config().openBytesMax() && !open.isEmpty();
        if (full || queues.isEmpty()) return null;
        Map.Entry<Integer, Queue> turn = queues.higherEntry(served);
        if (turn == null) turn = queues.firstEntry();
        served = turn.getKey();
        Queue queue = turn.getValue();
        Value value = queue.values.removeFirst();
        queue.bytes -= value.bytes();
        if (queue.values.isEmpty()) queues.remove(served);
        return value;
    }

    /** The value was proposed in that instance, instead of what may have been before. */
    public void opened(long slot, Value value) {
        Open before = open.put(slot, new Open(value, ports.nowNanos()));
        if (before != null) openBytes -= before.value.bytes();
        openBytes += value.bytes();
        if (!value.isNothing()) names.add(new Name(value.origin(), value.request()));
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

    /** Instances whose last message was so long ago; they are marked as sent now. */
    public List<Long> due(long olderThanNanos) {
        List<Long> due = new ArrayList<>();
        for (Map.Entry<Long, Open> entry : open.entrySet()) {
            if (ports.nowNanos() - entry.getValue().sentNanos < olderThanNanos) continue;
            entry.getValue().sentNanos = ports.nowNanos();
            due.add(entry.getKey());
        }
        return due;
    }

    /** The instances up to that one are decided. */
    public void closed(long throughSlot) {
        while (!open.isEmpty() && open.firstKey() <= throughSlot) {
            Value value = open.pollFirstEntry().getValue().value;
            openBytes -= value.bytes();
            names.remove(new Name(value.origin(), value.request()));
        }
    }

    /** Nothing is proposed any more. */
    public void clear() {
        queues.clear();
        open.clear();
        names.clear();
        openBytes = 0;
    }
}

package io.abcast.ordering.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the owner of a ballot has to propose and has proposed: a bounded queue of requests, and the open instances. A request is in
 * it once, and after the one that it follows at its origin.
 */
public final class Proposals {
    /** Requests that may wait; more are dropped, and come again. */
    private static final int QUEUE_MAX = 4_096;

    /** A proposed value that is not decided yet. */
    private static final class Open {
        final Value value;
        long sentNanos;

        Open(Value value, long sentNanos) {
            this.value = value;
            this.sentNanos = sentNanos;
        }
    }

    private record Name(int origin, long request) {}

    private final Ports ports;
    private final ArrayDeque<Value> queue = new ArrayDeque<>();
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final Set<Name> names = new HashSet<>();
    private long openBytes;

    public Proposals(Ports ports) {
        this.ports = ports;
    }

    /** Takes a request if it is new and what it follows is here or ordered. */
    public void admit(Value value) {
        Name name = new Name(value.origin(), value.request());
        boolean follows =
                ports.isNext(value) || names.contains(new Name(value.origin(), value.previous()));
        if (!follows || queue.size() >= QUEUE_MAX || !names.add(name)) return;
        queue.addLast(value);
    }

    /** Whether requests wait to be proposed. */
    public boolean hasQueued() {
        return !queue.isEmpty();
    }

    /** The next request to be proposed, if there is room for one. */
    public Value poll() {
        boolean full = openBytes > ports.config().openBytesMax() && !open.isEmpty();
        return full ? null : queue.pollFirst();
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
        queue.clear();
        open.clear();
        names.clear();
        openBytes = 0;
    }
}

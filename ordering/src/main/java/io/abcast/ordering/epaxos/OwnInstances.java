package io.abcast.ordering.epaxos;

import io.abcast.kernel.FlightLimit;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The instances that this member has opened and not executed; their number is limited. An instance is <em>stuck</em> if
 * it was committed at least two round trips ago and is not executed, because it waits for dependencies. A new instance
 * that interferes with a stuck instance would only enlarge the set of instances that wait for each other.
 *
 * <p><b>Bound:</b> a member opens no further instance while {@code window} instances are unexecuted, or while too many
 * bytes are uncommitted on a slow network ({@link FlightLimit}). Not thread-safe.
 */
final class OwnInstances {
    static final class Open {
        final InstanceId id;

        /** The requests of the instance; empty if this member opened the instance before its last restart. */
        final List<Proposal> batch;

        /**
         * Numbers of this member's requests, if the member opened the instance before its last restart; otherwise
         * empty.
         */
        final List<Long> restored;

        private final Keys keys;
        private final long bytes;
        private final long openedNanos;
        private long committedNanos;
        private boolean committed;
        private boolean executed;
        private boolean stuck;

        private Open(
                InstanceId id,
                List<Proposal> batch,
                List<Long> restored,
                Keys keys,
                long openedNanos) {
            this.id = id;
            this.batch = batch;
            this.restored = restored;
            this.keys = keys;
            this.openedNanos = openedNanos;
            bytes = batch.stream().mapToLong(each -> each.payload.length).sum();
        }
    }

    private final int window;
    private final FlightLimit flight = new FlightLimit();
    private final LongTable<Open> open = new LongTable<>();

    /**
     * Committed instances in the order of their commits, some already executed, that do not count as stuck (long
     * unexecuted).
     */
    private final ArrayDeque<Open> committed = new ArrayDeque<>();

    private final KeyIndex stuck;

    OwnInstances(Membership members, int window) {
        this.window = window;
        stuck = new KeyIndex(members);
    }

    boolean isFull() {
        return open.size() >= window || flight.isFull();
    }

    int size() {
        return open.size();
    }

    int stuck() {
        return stuck.size();
    }

    void opened(InstanceId id, List<Proposal> batch, Keys keys, long nowNanos) {
        Open its = new Open(id, List.copyOf(batch), List.of(), keys, nowNanos);
        open.put(id.number(), its);
        flight.opened(its.bytes);
    }

    void restored(InstanceId id, List<Long> numbers, Keys keys) {
        open.put(id.number(), new Open(id, List.of(), List.copyOf(numbers), keys, 0));
    }

    void committed(InstanceId id, long nowNanos) {
        Open its = open.get(id.number());
        if (its == null || its.committed) return;
        its.committed = true;
        its.committedNanos = nowNanos;
        if (its.bytes > 0) flight.committed(its.bytes, its.openedNanos, nowNanos);
        committed.addLast(its);
    }

    boolean holdBack(Keys keys, long nowNanos, long roundTripNanos) {
        while (!committed.isEmpty()) {
            Open oldest = committed.peekFirst();
            if (!oldest.executed && nowNanos - oldest.committedNanos < 2 * roundTripNanos) break;
            committed.removeFirst();
            if (oldest.executed) continue;
            oldest.stuck = true;
            stuck.put(oldest.id, oldest.keys, oldest.keys);
        }
        return stuck.hasInterfering(keys);
    }

    Open executed(InstanceId id) {
        Open its = open.remove(id.number());
        if (its == null) return null;
        its.executed = true;
        if (!its.committed) flight.forgotten(its.bytes);
        if (its.stuck) stuck.remove(id);
        return its;
    }

    void visitQueues(QueueVisitor to) {
        long uncommitted = 0;
        for (long number : open.numbers()) {
            Open each = open.get(number);
            if (!each.committed) uncommitted += each.bytes;
        }
        to.queue("bytes of own instances that are not committed", flight.bytes(), uncommitted);
    }

    static boolean wasStuck(Open executed) {
        return executed.stuck;
    }

    List<InstanceId> ids() {
        List<InstanceId> all = new ArrayList<>();
        for (long number : open.numbers()) all.add(open.get(number).id);
        return all;
    }
}

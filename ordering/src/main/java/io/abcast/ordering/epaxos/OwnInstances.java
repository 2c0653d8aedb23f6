package io.abcast.ordering.epaxos;

import io.abcast.kernel.FlightLimit;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The window of this member: the instances that it has opened and that are not executed. An instance is <em>stuck</em>
 * if it has been committed for two round trips and is not executed. A stuck instance waits for dependencies, and new
 * instances that interfere with it would only make its strongly connected component larger.
 *
 * <p><b>Bound:</b> {@code window} instances, and fewer on a slow network ({@link FlightLimit}). Instances of an earlier
 * run may exceed the bound. Not thread-safe.
 */
final class OwnInstances {
    /** An instance that is not executed. */
    static final class Open {
        final InstanceId id;

        /** The requests of the instance; empty for an instance of an earlier run. */
        final List<Proposal> batch;

        /** Numbers of own requests that an instance of an earlier run holds. */
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
     * Committed instances that are not stuck, in the order of their commits. Executed instances in this queue are
     * skipped.
     */
    private final ArrayDeque<Open> committed = new ArrayDeque<>();

    private final KeyIndex stuck;

    /** @param window maximum number of instances that are not executed, at least 1 */
    OwnInstances(Membership members, int window) {
        this.window = window;
        stuck = new KeyIndex(members);
    }

    /** Whether the window is full, so that no instance may be opened. */
    boolean isFull() {
        return open.size() >= window || flight.isFull();
    }

    int size() {
        return open.size();
    }

    /** Number of stuck instances. */
    int stuck() {
        return stuck.size();
    }

    /**
     * Adds an instance that this member has opened.
     *
     * @param keys keys of all its payloads
     */
    void opened(InstanceId id, List<Proposal> batch, Keys keys, long nowNanos) {
        Open its = new Open(id, List.copyOf(batch), List.of(), keys, nowNanos);
        open.put(id.number(), its);
        flight.opened(its.bytes);
    }

    /**
     * Adds an instance that this member has opened in an earlier run.
     *
     * @param numbers numbers of its own requests
     * @param keys keys of all its payloads
     */
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

    /** Whether a request with these keys interferes with a stuck instance. */
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

    /**
     * Removes an executed instance.
     *
     * @return the instance; {@code null} if it is not an own unexecuted instance
     */
    Open executed(InstanceId id) {
        Open its = open.remove(id.number());
        if (its == null) return null;
        its.executed = true;
        if (!its.committed) flight.forgotten(its.bytes);
        if (its.stuck) stuck.remove(id);
        return its;
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. The instances themselves give the bound. */
    void visitQueues(QueueVisitor to) {
        long uncommitted = 0;
        for (long number : open.numbers()) {
            Open each = open.get(number);
            if (!each.committed) uncommitted += each.bytes;
        }
        to.queue("bytes of own instances that are not committed", flight.bytes(), uncommitted);
    }

    /** Whether an instance that was executed had been stuck. */
    static boolean wasStuck(Open executed) {
        return executed.stuck;
    }

    /** The instances that are not executed, in ascending order. */
    List<InstanceId> ids() {
        List<InstanceId> all = new ArrayList<>();
        for (long number : open.numbers()) all.add(open.get(number).id);
        return all;
    }
}

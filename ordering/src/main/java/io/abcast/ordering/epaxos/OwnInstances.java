package io.abcast.ordering.epaxos;

import io.abcast.kernel.FlightLimit;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The window of this member: the instances that this member has opened and that are not executed. An instance of a
 * member is <em>stuck</em> if it was committed two round trips ago and is not executed. A stuck instance waits for
 * dependencies, and new instances that interfere with it would only enlarge its strongly connected component.
 *
 * <p><b>Bound:</b> the window has at most {@code window} unexecuted instances of this member, and fewer on a slow
 * network ({@link FlightLimit}). Instances that an earlier run of this member opened may make the window larger than
 * {@code window} instances. Not thread-safe.
 */
final class OwnInstances {
    /** An instance that this member has opened and not executed. */
    static final class Open {
        final InstanceId id;

        /** The requests of the instance; empty for an instance that an earlier run of this member opened. */
        final List<Proposal> batch;

        /**
         * Numbers of this member's requests in an instance of an earlier run; empty for an instance of the present run.
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
     * Committed instances of this member that are not stuck, in the order of their commits. Executed instances in the
     * queue {@code committed} are skipped.
     */
    private final ArrayDeque<Open> committed = new ArrayDeque<>();

    private final KeyIndex stuck;

    /**
     * Creates an empty window of instances.
     *
     * @param window maximum number of instances that this member has opened and not executed, at least 1
     */
    OwnInstances(Membership members, int window) {
        this.window = window;
        stuck = new KeyIndex(members);
    }

    /** Returns whether the window is full, so that this member may open no instance. */
    boolean isFull() {
        return open.size() >= window || flight.isFull();
    }

    int size() {
        return open.size();
    }

    /** Returns the number of stuck instances: committed two round trips ago and not executed. */
    int stuck() {
        return stuck.size();
    }

    /**
     * Adds an instance that this member has opened.
     *
     * @param keys keys of all request payloads of the instance
     */
    void opened(InstanceId id, List<Proposal> batch, Keys keys, long nowNanos) {
        Open its = new Open(id, List.copyOf(batch), List.of(), keys, nowNanos);
        open.put(id.number(), its);
        flight.opened(its.bytes);
    }

    /**
     * Adds an instance that this member has opened in an earlier run.
     *
     * @param numbers numbers of this member's requests in the instance
     * @param keys keys of all request payloads of the instance
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

    /** Returns whether a request with these keys interferes with a stuck instance of this member. */
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
     * Removes an executed instance from the window.
     *
     * @return the removed instance; {@code null} if it is not an unexecuted instance of this member
     */
    Open executed(InstanceId id) {
        Open its = open.remove(id.number());
        if (its == null) return null;
        its.executed = true;
        if (!its.committed) flight.forgotten(its.bytes);
        if (its.stuck) stuck.remove(id);
        return its;
    }

    /**
     * Visits the queue of unexecuted instances, see {@link io.abcast.ordering.log.LogNode#visitQueues}. The bound that
     * {@code visitQueues} reports for the bytes is computed from the instances in the window themselves.
     */
    void visitQueues(QueueVisitor to) {
        long uncommitted = 0;
        for (long number : open.numbers()) {
            Open each = open.get(number);
            if (!each.committed) uncommitted += each.bytes;
        }
        to.queue("bytes of own instances that are not committed", flight.bytes(), uncommitted);
    }

    /**
     * Returns whether an executed instance had been stuck (committed, waiting for dependencies) before its execution.
     */
    static boolean wasStuck(Open executed) {
        return executed.stuck;
    }

    /** Returns the instances that this member has opened and not executed, in ascending order. */
    List<InstanceId> ids() {
        List<InstanceId> all = new ArrayList<>();
        for (long number : open.numbers()) all.add(open.get(number).id);
        return all;
    }
}

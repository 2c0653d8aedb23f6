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
 * bytes are uncommitted on a slow network ({@link FlightLimit}). Only instances that were unexecuted before a restart
 * can make this member exceed the maximum {@code window}. Not thread-safe.
 */
final class OwnInstances {
    /** An instance that this member has opened and not executed. */
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
     * Committed instances of this member that are not counted as stuck yet, in the order of their commits. Some
     * instances in {@code committed} may already be executed.
     */
    private final ArrayDeque<Open> committed = new ArrayDeque<>();

    private final KeyIndex stuck;

    /**
     * Creates an object without instances.
     *
     * @param window maximum number of instances that this member may have opened and not executed, at least 1
     */
    OwnInstances(Membership members, int window) {
        this.window = window;
        stuck = new KeyIndex(members);
    }

    /**
     * Returns whether this member may open no further instance now, because too many instances are unexecuted or too
     * many bytes are uncommitted.
     */
    boolean isFull() {
        return open.size() >= window || flight.isFull();
    }

    int size() {
        return open.size();
    }

    /** Returns the number of this member's instances that wait for execution since two round trips or longer. */
    int stuck() {
        return stuck.size();
    }

    /**
     * Adds an instance that this member has just opened.
     *
     * @param keys union of the keys of all request payloads in the instance
     */
    void opened(InstanceId id, List<Proposal> batch, Keys keys, long nowNanos) {
        Open its = new Open(id, List.copyOf(batch), List.of(), keys, nowNanos);
        open.put(id.number(), its);
        flight.opened(its.bytes);
    }

    /**
     * Adds an unexecuted instance that this member opened before its last restart.
     *
     * @param numbers numbers of this member's requests in the instance
     * @param keys union of the keys of all request payloads in the instance
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

    /**
     * Returns whether a request with these keys must wait, because it interferes with a stuck instance of this member.
     */
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
     * Removes an instance, because this member has executed it.
     *
     * @return the removed instance; {@code null} if this member did not open it, or removed it before
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
     * Reports the uncommitted bytes of this member's instances, see {@link io.abcast.ordering.log.LogNode#visitQueues}.
     * As the bound, the method reports the sum over all uncommitted instances, which the counted bytes may not exceed.
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
     * Returns whether a removed instance was stuck before its execution, so that requests may have waited for its
     * execution.
     */
    static boolean wasStuck(Open executed) {
        return executed.stuck;
    }

    /** Returns the instances that this member has opened and not executed, by ascending number. */
    List<InstanceId> ids() {
        List<InstanceId> all = new ArrayList<>();
        for (long number : open.numbers()) all.add(open.get(number).id);
        return all;
    }
}

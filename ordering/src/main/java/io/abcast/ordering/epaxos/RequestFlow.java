package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.RequestTable.Outcome;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tracks the requests of one member from submission to effect: the queue, the instances that contain the requests, and
 * the table of effects. Whether a request takes effect depends only on the order in which instances are executed, so
 * all members make the same decision.
 *
 * <p>A member proposes its request again if the request's instance was executed but the request did not take effect. A
 * request has no effect in its instance if the instance was decided as Nop, or if an earlier interfering request had
 * not taken effect. Not thread-safe.
 */
final class RequestFlow {
    private final int id;
    private final Incarnation incarnation;
    private final RequestQueue queue;
    private final OwnInstances instances;
    private RequestTable table;

    /**
     * Creates the request flow of a member.
     *
     * @param incarnation random number that names this run of the member
     * @param firstNumber number of the next submitted request; above all request numbers that this incarnation of the
     *     member has used
     * @param table requests that have taken effect before the start of the member.
     * @param window maximum number of instances that this member opens ahead of their execution
     * @param config settings with the maximum payload bytes of a batch, and of a payload that is stored inside its
     *     request
     */
    RequestFlow(
            Membership members,
            int id,
            Incarnation incarnation,
            long firstNumber,
            RequestTable table,
            int window,
            EpaxosConfig config) {
        this.id = id;
        this.incarnation = incarnation;
        this.table = table;
        queue = new RequestQueue(members, id, incarnation, firstNumber, config);
        instances = new OwnInstances(members, window);
    }

    /** Returns the table of the requests that have taken effect. */
    RequestTable table() {
        return table;
    }

    /** Returns the queue of the requests that are not proposed in an instance yet. */
    RequestQueue queue() {
        return queue;
    }

    /** Returns the instances that this member has opened and not executed. */
    OwnInstances instances() {
        return instances;
    }

    /**
     * Removes the requests for the next instance from the queue and returns them. The caller must open an instance with
     * the returned requests, and then call {@link #opened}.
     *
     * @param known index of the instances that this member knows, in which executed instances are marked
     * @param roundTripNanos mean time in ns from a proposal of this member to the vote of another member
     * @return the requests of the next instance; empty if this member may open no instance now
     */
    List<Proposal> next(KeyIndex known, long nowNanos, long roundTripNanos) {
        if (instances.isFull() || queue.isEmpty()) return List.of();
        return queue.next(
                new RequestQueue.Instances() {
                    @Override
                    public boolean interferes(Keys keys) {
                        return known.hasInterfering(keys);
                    }

                    @Override
                    public boolean holdBack(Keys keys) {
                        return instances.holdBack(keys, nowNanos, roundTripNanos);
                    }
                });
    }

    /** Records the instance that this member has opened with the requests that {@link #next} returned. */
    void opened(InstanceId instance, List<Proposal> batch, long nowNanos) {
        Keys.Builder keys = new Keys.Builder();
        for (Proposal each : batch) keys.add(each.keys);
        instances.opened(instance, batch, keys.build(), nowNanos);
    }

    /**
     * Records an unexecuted instance that this member opened before a restart. A restored instance counts toward the
     * maximum number of this member's unexecuted instances. The requests of a restored instance may still take effect,
     * but this member does not propose them again.
     *
     * @param keys union of the keys of all request payloads in the instance
     */
    void restored(InstanceId instance, RequestBatch value, Keys keys) {
        List<Long> numbers = new ArrayList<>();
        for (Request request : value.requests()) {
            if (!isOwn(request) || isEffective(request)) continue;
            numbers.add(request.number());
            queue.restore(request.number());
        }
        instances.restored(instance, numbers, keys);
    }

    /** Returns whether a request has taken effect at this member. */
    boolean isEffective(Request request) {
        return table.isEffective(request.origin(), request.incarnation(), request.number());
    }

    private boolean isOwn(Request request) {
        return request.origin() == id && request.incarnation().equals(incarnation);
    }

    /** Records the commit of an instance, if this member opened the instance. */
    void committed(InstanceId instance, long nowNanos) {
        if (instance.origin() == id) instances.committed(instance, nowNanos);
    }

    /**
     * Executes an instance: decides for each request of the instance, in order, whether the request takes effect.
     *
     * @param value decided value of the instance
     * @param effect receives each request of the instance that takes effect
     */
    void executed(InstanceId instance, RequestBatch value, Consumer<Request> effect) {
        for (Request request : value.requests()) {
            Outcome outcome = table.execute(request, instance);
            if (outcome == Outcome.EFFECTIVE) effect.accept(request);
            if (outcome != Outcome.EARLY && isOwn(request)) queue.finish(request.number());
        }
        if (instance.origin() == id) close(instance);
    }

    /**
     * Removes an executed instance that this member opened. The requests of the removed instance that had no effect are
     * queued again for another instance.
     */
    private void close(InstanceId instance) {
        OwnInstances.Open executed = instances.executed(instance);
        if (executed == null) return;
        for (Proposal each : executed.batch) {
            if (isEffective(each.request)) queue.finish(each);
            else queue.again(each);
        }
        for (long abandoned : executed.restored) queue.finish(abandoned);
        if (OwnInstances.wasStuck(executed)) queue.release();
    }

    /**
     * Continues after the installation of another member's snapshot.
     *
     * @param theirs requests whose effects the snapshot contains
     * @param executed instances whose effects the snapshot contains
     * @return numbers of this member's unanswered requests whose effects the snapshot contains, ascending; this member
     *     does not know their results
     */
    List<Long> install(RequestTable theirs, Dependencies executed) {
        table = theirs;
        List<Long> unknown = new ArrayList<>();
        for (long number : queue.unfinished())
            if (table.isEffective(id, incarnation, number) && queue.finish(number))
                unknown.add(number);
        for (InstanceId each : instances.ids()) if (executed.contains(each)) close(each);
        return unknown;
    }
}

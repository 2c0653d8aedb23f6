package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.RequestTable.Outcome;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The requests of one member, from their submission through their instances to their effects. Whether a request takes
 * effect depends only on the order of execution, so all members decide the same about each request.
 *
 * <p>A member proposes its request again if the request's instance was executed but the request did not take effect. A
 * request does not take effect for one of two reasons: the instance became Nop, or the request was skipped because a
 * predecessor had not taken effect. Not thread-safe.
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
     * @param incarnation random number that names the storage of this member.
     * @param firstNumber number of the next request of this member, which must be above all numbers that the
     *     incarnation has used.
     * @param table requests that have taken effect before the start of the member.
     * @param window maximum number of instances that this member has opened and not executed
     * @param config settings with the maximum sizes of batches and of payloads that are part of their requests
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

    /** Returns the queue of the requests that wait for an instance. */
    RequestQueue queue() {
        return queue;
    }

    /** Returns the instances that this member has opened and not executed. */
    OwnInstances instances() {
        return instances;
    }

    /**
     * Removes and returns the requests of the next instance that this member opens. The caller must open an instance
     * with the requests that {@code next} returns, and report the instance to {@link #opened}.
     *
     * @param known key index of the known instances that are not executed
     * @param roundTripNanos present round-trip time to a quorum in ns
     * @return the requests; empty if this member may open no instance now
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
     * Records an instance of an earlier run of this member that is not executed. The restored instance counts in the
     * window of unexecuted instances. This member's requests in the restored instance may still take effect, but are
     * not proposed again.
     *
     * @param keys keys of all request payloads of the instance
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

    /** Records that an instance of this member is committed. {@code committed} ignores instances of other members. */
    void committed(InstanceId instance, long nowNanos) {
        if (instance.origin() == id) instances.committed(instance, nowNanos);
    }

    /**
     * Executes an instance: passes each request of the instance that takes effect to {@code effect}, in order.
     *
     * @param value value that was decided for the instance
     * @param effect receives the requests of the instance that take effect
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
     * Removes an executed instance that this member has opened. The requests of the removed instance that have not
     * taken effect wait for another instance.
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
     * Continues with the state of another member, from its snapshot.
     *
     * @param theirs requests whose effects the other member's state contains
     * @param executed instances whose effects the other member's state contains
     * @return numbers of this member's requests whose effects the state contains, ascending; this member does not know
     *     the results of these requests
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

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
 * effect depends only on the order of execution, so the decisions are equal at all members.
 *
 * <p>A request is proposed again if its instance was executed but the request did not take effect. There are two
 * reasons: the instance became Nop, or the request was skipped because a predecessor had not taken effect. Not
 * thread-safe.
 */
final class RequestFlow {
    private final int id;
    private final Incarnation incarnation;
    private final RequestQueue queue;
    private final OwnInstances instances;
    private RequestTable table;

    /**
     * @param incarnation storage of this member.
     * @param firstNumber number of the next own request, which must be above all numbers that the incarnation has used.
     * @param table requests that have taken effect before.
     * @param window maximum number of own instances that are not executed
     * @param config bounds of batches and of payloads that are part of their requests
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

    /** The requests that have taken effect. */
    RequestTable table() {
        return table;
    }

    /** The requests that wait. */
    RequestQueue queue() {
        return queue;
    }

    /** The own instances that are not executed. */
    OwnInstances instances() {
        return instances;
    }

    /**
     * Removes and returns the requests of the next instance. The caller must open the instance, and report it to {@link
     * #opened}.
     *
     * @param known the known instances that are not executed
     * @param roundTripNanos present round trip to a quorum
     * @return empty if no instance may be opened now
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

    /** Records the instance that this member has opened with a batch of {@link #next}. */
    void opened(InstanceId instance, List<Proposal> batch, long nowNanos) {
        Keys.Builder keys = new Keys.Builder();
        for (Proposal each : batch) keys.add(each.keys);
        instances.opened(instance, batch, keys.build(), nowNanos);
    }

    /**
     * Records an instance of an earlier run of this member that is not executed. The instance counts in the window. The
     * own requests of the instance may still take effect, but are not proposed again.
     *
     * @param keys keys of all payloads
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

    /** Whether a request has taken effect. */
    boolean isEffective(Request request) {
        return table.isEffective(request.origin(), request.incarnation(), request.number());
    }

    private boolean isOwn(Request request) {
        return request.origin() == id && request.incarnation().equals(incarnation);
    }

    /** Records that an instance of this member is committed. Other instances are ignored. */
    void committed(InstanceId instance, long nowNanos) {
        if (instance.origin() == id) instances.committed(instance, nowNanos);
    }

    /**
     * Executes an instance: passes each request that takes effect to {@code effect}, in order.
     *
     * @param value value of the instance, as decided
     * @param effect receives the requests that take effect
     */
    void executed(InstanceId instance, RequestBatch value, Consumer<Request> effect) {
        for (Request request : value.requests()) {
            Outcome outcome = table.execute(request, instance);
            if (outcome == Outcome.EFFECTIVE) effect.accept(request);
            if (outcome != Outcome.EARLY && isOwn(request)) queue.finish(request.number());
        }
        if (instance.origin() == id) close(instance);
    }

    /** Removes an executed own instance. The requests of the instance that have not taken effect wait again. */
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
     * Continues with the state of another member.
     *
     * @param theirs requests whose effect the state contains
     * @param executed instances whose effect the state contains
     * @return numbers of own requests whose effects the state contains and whose results are therefore unknown at this
     *     member; ascending
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

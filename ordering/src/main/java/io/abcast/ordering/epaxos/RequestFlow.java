package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.RequestTable.Outcome;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tracks the requests of one member from submission to effect. A member proposes its request again if the request's
 * instance was executed without an effect of the request. A request has no effect if its instance was decided as Nop,
 * or if an earlier interfering request had not taken effect. Not thread-safe.
 */
final class RequestFlow {
    private final int id;
    private final Incarnation incarnation;
    private final RequestQueue queue;
    private final OwnInstances instances;
    private RequestTable table;

    /**
     * @param firstNumber number of the next submitted request; above all request numbers that this incarnation of the
     *     member has used
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

    RequestTable table() {
        return table;
    }

    RequestQueue queue() {
        return queue;
    }

    OwnInstances instances() {
        return instances;
    }

    /**
     * The caller must open an instance with the returned requests, and then call {@link #opened}.
     *
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

    void opened(InstanceId instance, List<Proposal> batch, long nowNanos) {
        Keys.Builder keys = new Keys.Builder();
        for (Proposal each : batch) keys.add(each.keys);
        instances.opened(instance, batch, keys.build(), nowNanos);
    }

    /** The requests of a restored instance may still take effect, but this member does not propose them again. */
    void restored(InstanceId instance, RequestBatch value, Keys keys) {
        List<Long> numbers = new ArrayList<>();
        for (Request request : value.requests()) {
            if (!isOwn(request) || isEffective(request)) continue;
            numbers.add(request.number());
            queue.restore(request.number());
        }
        instances.restored(instance, numbers, keys);
    }

    boolean isEffective(Request request) {
        return table.isEffective(request.origin(), request.incarnation(), request.number());
    }

    private boolean isOwn(Request request) {
        return request.origin() == id && request.incarnation().equals(incarnation);
    }

    void committed(InstanceId instance, long nowNanos) {
        if (instance.origin() == id) instances.committed(instance, nowNanos);
    }

    void executed(InstanceId instance, RequestBatch value, Consumer<Request> effect) {
        for (Request request : value.requests()) {
            Outcome outcome = table.execute(request, instance);
            if (outcome == Outcome.EFFECTIVE) effect.accept(request);
            if (outcome != Outcome.EARLY && isOwn(request)) queue.finish(request.number());
        }
        if (instance.origin() == id) close(instance);
    }

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

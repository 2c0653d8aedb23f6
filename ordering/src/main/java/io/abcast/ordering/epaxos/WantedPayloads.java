package io.abcast.ordering.epaxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import java.util.TreeMap;

/**
 * Asks for the payloads of values that have arrived without them: first the sender of the value, then the other members
 * in turn.
 *
 * <p><b>Bound:</b> {@link #INSTANCES_MAX} instances. A further one is asked for when its message arrives again.
 */
final class WantedPayloads {
    private static final int INSTANCES_MAX = 1 << 14;

    /** A value without all of its payloads. */
    private static final class Wanted {
        private final RequestBatch value;
        private long askedNanos;

        private Wanted(RequestBatch value) {
            this.value = value;
        }
    }

    private final EpaxosHost host;
    private final InstancePayloads payloads;
    private final TreeMap<InstanceId, Wanted> wanted = new TreeMap<>();
    private long fetched;

    WantedPayloads(EpaxosHost host, InstancePayloads payloads) {
        this.host = host;
        this.payloads = payloads;
    }

    /** Asks for the missing payloads of a value that {@code from} has sent. */
    void want(InstanceId id, RequestBatch value, int from) {
        if (wanted.containsKey(id) || wanted.size() >= INSTANCES_MAX) return;
        Wanted its = new Wanted(value);
        wanted.put(id, its);
        ask(its, from == host.id() ? other() : from);
    }

    private int other() {
        int rank = host.members().rank(host.id());
        int size = host.members().size();
        int step = 1 + (int) host.random(Math.max(1, size - 1));
        return host.members().id((rank + step) % size);
    }

    private void ask(Wanted its, int whom) {
        its.askedNanos = host.nowNanos();
        if (whom == host.id()) return;
        for (Request request : its.value.requests())
            if (payloads.of(request) == null) host.send(whom, new Want(request.digest()));
    }

    /** Handles an arrived payload. Returns whether a wanted value is complete now. */
    boolean onArrived() {
        fetched++;
        return wanted.values().removeIf(its -> payloads.holds(its.value));
    }

    /** Forgets a dropped instance. */
    void forget(InstanceId id) {
        wanted.remove(id);
    }

    boolean isEmpty() {
        return wanted.isEmpty();
    }

    void onTick() {
        for (Wanted its : wanted.values())
            if (host.nowNanos() - its.askedNanos >= host.retryNanos()) ask(its, other());
    }

    /** Number of payloads that arrived while some were wanted. */
    long fetched() {
        return fetched;
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("values without all payloads", wanted.size(), INSTANCES_MAX);
    }
}

package io.abcast.ordering.epaxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Messages with a value whose payloads are not here. A voter handles such a message in the step in which it has both,
 * because dependencies that were computed earlier would miss a Validate that came between.
 */
final class Parked {
    /** Maximum number of messages about one instance; a newer one replaces the oldest. */
    private static final int PER_INSTANCE_MAX = 8;

    /** Maximum number of instances. A message about a further instance is dropped; its sender repeats it. */
    private static final int INSTANCES_MAX = 1 << 14;

    /** A message and its sender. */
    record Received(int from, OfInstance message) {}

    private final TreeMap<InstanceId, List<Received>> parked = new TreeMap<>();

    /** Keeps a message, unless an equal one of the same sender is kept. */
    void add(int from, OfInstance message) {
        if (parked.size() >= INSTANCES_MAX && !parked.containsKey(message.id())) return;
        List<Received> its = parked.computeIfAbsent(message.id(), id -> new ArrayList<>());
        Received received = new Received(from, message);
        its.remove(received);
        if (its.size() == PER_INSTANCE_MAX) its.remove(0);
        its.add(received);
    }

    /** Removes and returns the messages about an instance, in the order of their arrival. */
    List<Received> take(InstanceId id) {
        List<Received> its = parked.remove(id);
        return its == null ? List.of() : its;
    }

    /** The value of a kept PreAccept; {@code null} without one. */
    RequestBatch proposed(InstanceId id) {
        for (Received each : parked.getOrDefault(id, List.of()))
            if (each.message() instanceof PreAccept m) return m.value();
        return null;
    }

    /** Forgets a dropped instance. */
    void forget(InstanceId id) {
        parked.remove(id);
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("instances with messages that wait for bytes", parked.size(), INSTANCES_MAX);
    }
}

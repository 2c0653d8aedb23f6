package io.abcast.ordering.epaxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Messages with a value of which this member lacks payloads. A voter handles such a message as a whole when the
 * payloads have arrived. The voter does not compute dependencies earlier, because they would not take into account a
 * Validate that arrives in between.
 */
final class Parked {
    /** Maximum number of messages about one instance. At the bound, a newer message replaces the oldest. */
    private static final int PER_INSTANCE_MAX = 8;

    /**
     * Maximum number of instances. At the bound, a message about a further instance is dropped; its sender repeats the
     * message.
     */
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

    /** The value of a kept PreAccept; {@code null} if no PreAccept is kept. */
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

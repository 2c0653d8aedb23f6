package io.abcast.ordering.epaxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Received messages that contain a value of which this member lacks payloads. A voter handles a parked message as a
 * whole when the payloads of its value have arrived. The voter does not compute dependencies earlier, because early
 * dependencies would not take into account a Validate that arrives before the payloads.
 */
final class Parked {
    /**
     * Maximum number of parked messages about one instance. If {@code PER_INSTANCE_MAX} messages about an instance are
     * parked, a newer message replaces the oldest message.
     */
    private static final int PER_INSTANCE_MAX = 8;

    /**
     * Maximum number of instances with parked messages. If messages about {@code INSTANCES_MAX} instances are parked, a
     * message about a further instance is dropped; the sender repeats the dropped message.
     */
    private static final int INSTANCES_MAX = 1 << 14;

    /** A parked message and the member that sent it. */
    record Received(int from, OfInstance message) {}

    private final TreeMap<InstanceId, List<Received>> parked = new TreeMap<>();

    /**
     * Keeps a message until the payloads of its value have arrived. {@code add} removes an equal message of the same
     * sender that was kept before.
     */
    void add(int from, OfInstance message) {
        if (parked.size() >= INSTANCES_MAX && !parked.containsKey(message.id())) return;
        List<Received> its = parked.computeIfAbsent(message.id(), id -> new ArrayList<>());
        Received received = new Received(from, message);
        its.remove(received);
        if (its.size() == PER_INSTANCE_MAX) its.remove(0);
        its.add(received);
    }

    /** Removes and returns the parked messages about an instance, in the order of their arrival. */
    List<Received> take(InstanceId id) {
        List<Received> its = parked.remove(id);
        return its == null ? List.of() : its;
    }

    /**
     * Returns the value of a parked PreAccept about an instance; {@code null} if no PreAccept about the instance is
     * parked.
     */
    RequestBatch proposed(InstanceId id) {
        for (Received each : parked.getOrDefault(id, List.of()))
            if (each.message() instanceof PreAccept m) return m.value();
        return null;
    }

    /** Forgets the parked messages about a dropped instance. */
    void forget(InstanceId id) {
        parked.remove(id);
    }

    /** Visits the queue of parked messages, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("instances with messages that wait for bytes", parked.size(), INSTANCES_MAX);
    }
}

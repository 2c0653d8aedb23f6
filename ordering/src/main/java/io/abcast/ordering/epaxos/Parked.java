package io.abcast.ordering.epaxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Stores (<em>parks</em>) received messages with a value of which this member lacks payloads. A member processes a
 * parked message only when all payloads of the message's value have arrived. Dependencies that a voter computed at the
 * arrival of the message could miss an instance that a Validate adds before the payloads arrive.
 */
final class Parked {
    /**
     * Maximum number of parked messages about one instance. At {@code PER_INSTANCE_MAX} parked messages, a new message
     * about the instance replaces the oldest one.
     */
    private static final int PER_INSTANCE_MAX = 8;

    /**
     * Maximum number of instances with parked messages. At {@code INSTANCES_MAX} instances, a message about a further
     * instance is dropped; its sender repeats the message later.
     */
    private static final int INSTANCES_MAX = 1 << 14;

    /** A received message, with the id of its sender. */
    record Received(int from, OfInstance message) {}

    private final TreeMap<InstanceId, List<Received>> parked = new TreeMap<>();

    /**
     * Parks a message until the payloads of its value have arrived. An equal parked message of the same sender is
     * replaced.
     */
    void add(int from, OfInstance message) {
        if (parked.size() >= INSTANCES_MAX && !parked.containsKey(message.id())) return;
        List<Received> its = parked.computeIfAbsent(message.id(), id -> new ArrayList<>());
        Received received = new Received(from, message);
        its.remove(received);
        if (its.size() == PER_INSTANCE_MAX) its.remove(0);
        its.add(received);
    }

    /** Removes the parked messages about an instance and returns them in the order of their arrival. */
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

    /** Removes the parked (stored) messages about an instance that this member has dropped. */
    void forget(InstanceId id) {
        parked.remove(id);
    }

    /**
     * Reports the number of instances with parked messages to {@code to}, see {@link
     * io.abcast.ordering.log.LogNode#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        to.queue("instances with messages that wait for bytes", parked.size(), INSTANCES_MAX);
    }
}

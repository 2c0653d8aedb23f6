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
    /** At {@code PER_INSTANCE_MAX} parked messages, a new message about the instance replaces the oldest one. */
    private static final int PER_INSTANCE_MAX = 8;

    /**
     * At {@code INSTANCES_MAX} instances, a message about a further instance is dropped; its sender repeats the message
     * later.
     */
    private static final int INSTANCES_MAX = 1 << 14;

    record Received(int from, OfInstance message) {}

    private final TreeMap<InstanceId, List<Received>> parked = new TreeMap<>();

    void add(int from, OfInstance message) {
        if (parked.size() >= INSTANCES_MAX && !parked.containsKey(message.id())) return;
        List<Received> its = parked.computeIfAbsent(message.id(), id -> new ArrayList<>());
        Received received = new Received(from, message);
        its.remove(received);
        if (its.size() == PER_INSTANCE_MAX) its.remove(0);
        its.add(received);
    }

    List<Received> take(InstanceId id) {
        List<Received> its = parked.remove(id);
        return its == null ? List.of() : its;
    }

    /** Returns {@code null} if no PreAccept about the instance is parked (stored until its payloads arrive). */
    RequestBatch proposed(InstanceId id) {
        for (Received each : parked.getOrDefault(id, List.of()))
            if (each.message() instanceof PreAccept m) return m.value();
        return null;
    }

    void forget(InstanceId id) {
        parked.remove(id);
    }

    void visitQueues(QueueVisitor to) {
        to.queue("instances with messages that wait for bytes", parked.size(), INSTANCES_MAX);
    }
}

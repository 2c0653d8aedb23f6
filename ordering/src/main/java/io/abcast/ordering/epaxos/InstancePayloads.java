package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The payloads that travel apart from their requests, by digest: those of known instances, and others that have arrived
 * before the instance. A payload is never known by an instance number, because a number whose record was lost in a
 * crash is used again.
 *
 * <p><b>Bound:</b> the payloads of the known instances, and {@link #LOOSE_BYTES_MAX} per source. Beyond that, the oldest
 * payload of the source is dropped; a voter that needs it asks for it. Not thread-safe.
 */
final class InstancePayloads {
    /** Maximum bytes per source of payloads without an instance. */
    static final long LOOSE_BYTES_MAX = 16 << 20;

    /** A payload. */
    private static final class Held {
        private final byte[] bytes;

        /** Number of instances that have the payload. */
        private int uses;

        /** Whether a source's list has the payload. */
        private boolean listed;

        private Held(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private final Map<Digest, Held> held = new HashMap<>();

    /** By rank of the source: payloads in the order of arrival. Those of known instances are skipped. */
    private final List<ArrayDeque<Digest>> arrived = new ArrayList<>();

    /** By rank of the source: bytes of the payloads in {@link #arrived}. */
    private final long[] bytes;

    InstancePayloads(Membership members) {
        bytes = new long[members.size()];
        for (int r = 0; r < members.size(); r++) arrived.add(new ArrayDeque<>());
    }

    /** Whether all payloads of the value are here. */
    boolean holds(RequestBatch value) {
        for (Request request : value.requests())
            if (!request.isInline() && !held.containsKey(request.digest())) return false;
        return true;
    }

    /** Whether a payload with this digest is here. */
    boolean holds(Digest digest) {
        return held.containsKey(digest);
    }

    /** The payload with this digest; {@code null} if it is not here. */
    byte[] get(Digest digest) {
        Held its = held.get(digest);
        return its == null ? null : its.bytes;
    }

    /** The payload of a request; {@code null} if it is not here. */
    byte[] of(Request request) {
        return request.isInline() ? request.payload() : get(request.digest());
    }

    /** Adds a payload of no instance yet. Returns whether it is new. */
    boolean add(int sourceRank, Digest digest, byte[] payload) {
        if (held.containsKey(digest)) return false;
        Held its = new Held(payload);
        its.listed = true;
        held.put(digest, its);
        ArrayDeque<Digest> list = arrived.get(sourceRank);
        list.addLast(digest);
        bytes[sourceRank] += payload.length;
        while (bytes[sourceRank] > LOOSE_BYTES_MAX && list.size() > 1) {
            Digest oldest = list.removeFirst();
            Held gone = held.get(oldest);
            if (gone == null) continue;
            gone.listed = false;
            bytes[sourceRank] -= gone.bytes.length;
            if (gone.uses == 0) held.remove(oldest);
        }
        return true;
    }

    /** Keeps the payloads of an instance, which are here. */
    void retain(RequestBatch value) {
        for (Request request : value.requests())
            if (!request.isInline()) held.get(request.digest()).uses++;
    }

    /** Ends {@link #retain}. */
    void release(RequestBatch value) {
        for (Request request : value.requests()) {
            if (request.isInline()) continue;
            Held its = held.get(request.digest());
            if (--its.uses == 0 && !its.listed) held.remove(request.digest());
        }
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        for (long each : bytes)
            to.queue("bytes of payloads without an instance", each, 2 * LOOSE_BYTES_MAX);
    }
}

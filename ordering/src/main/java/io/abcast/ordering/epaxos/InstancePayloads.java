package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The payloads that travel apart from their requests, by digest. A payload is <em>used</em> by instances that are known
 * here. Others are <em>loose</em>: they have arrived before their instance. A payload is never known by an instance
 * number, because a number whose record was lost in a crash is used again.
 *
 * <p><b>Bound:</b> the payloads that instances use, and {@code looseBytesMax} per source, but at least one payload.
 * Beyond that, the oldest loose payload of the source is dropped; a voter that needs it asks for it. Not thread-safe.
 */
final class InstancePayloads {
    private static final int NO_SOURCE = -1;

    /** A payload. */
    private static final class Held {
        private final byte[] bytes;

        /** Number of instances that use the payload. */
        private int uses;

        /** Rank of the source of a loose payload; {@link #NO_SOURCE} for one that was used. */
        private int source = NO_SOURCE;

        private Held(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private final Dissemination dissemination;
    private final long looseBytesMax;
    private final long payloadBytesMax;
    private final Map<Digest, Held> held = new HashMap<>();

    /** By rank of the source: loose payloads in the order of arrival. */
    private final List<LinkedHashMap<Digest, Held>> loose = new ArrayList<>();

    /** By rank of the source: bytes of the loose payloads. */
    private final long[] bytes;

    /** @param dissemination keeps the used payloads for other members */
    InstancePayloads(Membership members, EpaxosConfig config, Dissemination dissemination) {
        this.dissemination = dissemination;
        looseBytesMax = config.looseBytesMax();
        payloadBytesMax = config.log().payloadBytesMax();
        bytes = new long[members.size()];
        for (int r = 0; r < members.size(); r++) loose.add(new LinkedHashMap<>());
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

    /** Adds a loose payload, unless it is here. */
    void add(int sourceRank, Digest digest, byte[] payload) {
        if (held.containsKey(digest)) return;
        Held its = new Held(payload);
        its.source = sourceRank;
        held.put(digest, its);
        LinkedHashMap<Digest, Held> all = loose.get(sourceRank);
        all.put(digest, its);
        bytes[sourceRank] += payload.length;
        while (bytes[sourceRank] > looseBytesMax && all.size() > 1) {
            Digest oldest = all.keySet().iterator().next();
            remove(oldest, held.get(oldest));
        }
    }

    /** Adds a payload, unless it is here. The caller uses it in the same step, so it is never dropped before. */
    void put(Digest digest, byte[] payload) {
        if (!held.containsKey(digest)) held.put(digest, new Held(payload));
    }

    /** Uses a payload, which is here. */
    void use(Digest digest) {
        Held its = held.get(digest);
        if (its.uses++ > 0) return;
        tighten(digest, its);
        dissemination.keep(digest, its.bytes);
    }

    /** Ends {@link #use}. */
    void endUse(Digest digest) {
        Held its = held.get(digest);
        if (--its.uses == 0) remove(digest, its);
    }

    private void remove(Digest digest, Held its) {
        tighten(digest, its);
        held.remove(digest);
        dissemination.forget(digest);
    }

    /** Takes a payload out of the loose ones. */
    private void tighten(Digest digest, Held its) {
        if (its.source == NO_SOURCE) return;
        loose.get(its.source).remove(digest);
        bytes[its.source] -= its.bytes.length;
        its.source = NO_SOURCE;
    }

    /** Uses the payloads of an instance, which are here. */
    void retain(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) use(request.digest());
    }

    /** Ends {@link #retain}. */
    void release(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) endUse(request.digest());
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        for (long each : bytes)
            to.queue(
                    "bytes of payloads without an instance",
                    each,
                    Math.max(looseBytesMax, payloadBytesMax));
    }
}

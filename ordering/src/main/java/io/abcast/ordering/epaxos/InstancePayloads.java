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
 * The payloads that are sent separately from their requests, by digest. A payload is <em>used</em> if an instance that
 * this member knows contains it. Other payloads are <em>loose</em>: they have arrived before their instance. Payloads
 * are not identified by instance numbers, because a number whose record was lost in a crash is used again.
 *
 * <p><b>Bound:</b> the payloads that instances use, and for each source {@code looseBytesMax} bytes of loose payloads,
 * but at least one loose payload. At the bound, the oldest loose payload of the source is dropped; a voter that needs
 * this payload asks for it again. Not thread-safe.
 */
final class InstancePayloads {
    private static final int NO_SOURCE = -1;

    /** A payload. */
    private static final class Held {
        private final byte[] bytes;

        /** Number of instances that use the payload. */
        private int uses;

        /** Rank of the source of a loose payload; {@link #NO_SOURCE} for a payload that is or was used. */
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

    /** Whether this member holds all payloads of the value. */
    boolean holds(RequestBatch value) {
        for (Request request : value.requests())
            if (!request.isInline() && !held.containsKey(request.digest())) return false;
        return true;
    }

    /** Whether this member holds a payload with this digest. */
    boolean holds(Digest digest) {
        return held.containsKey(digest);
    }

    /** The payload with this digest; {@code null} if this member does not hold it. */
    byte[] get(Digest digest) {
        Held its = held.get(digest);
        return its == null ? null : its.bytes;
    }

    /** The payload of a request; {@code null} if this member does not hold it. */
    byte[] of(Request request) {
        return request.isInline() ? request.payload() : get(request.digest());
    }

    /** Adds a loose payload, unless this member holds it already. */
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

    /**
     * Adds a payload, unless this member holds it already. The caller must call {@link #use} in the same step, so that
     * the payload is not dropped before.
     */
    void put(Digest digest, byte[] payload) {
        if (!held.containsKey(digest)) held.put(digest, new Held(payload));
    }

    /** Records one more use of a payload that this member holds. */
    void use(Digest digest) {
        Held its = held.get(digest);
        if (its.uses++ > 0) return;
        tighten(digest, its);
        dissemination.keep(digest, its.bytes);
    }

    /** Ends one {@link #use} of a payload. */
    void endUse(Digest digest) {
        Held its = held.get(digest);
        if (--its.uses == 0) remove(digest, its);
    }

    private void remove(Digest digest, Held its) {
        tighten(digest, its);
        held.remove(digest);
        dissemination.forget(digest);
    }

    /** Removes a payload from the loose payloads of its source. */
    private void tighten(Digest digest, Held its) {
        if (its.source == NO_SOURCE) return;
        loose.get(its.source).remove(digest);
        bytes[its.source] -= its.bytes.length;
        its.source = NO_SOURCE;
    }

    /** Records one more use of all payloads of an instance. This member must hold these payloads. */
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

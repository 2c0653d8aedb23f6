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
 * The request payloads that are sent separately from their requests, by digest. A payload is <em>used</em> if an
 * instance that this member knows contains it. A payload that has arrived before its instance is <em>loose</em>.
 * Digests and not instance numbers identify payloads, because a member uses a number again whose record was lost in a
 * crash.
 *
 * <p><b>Bound:</b> a member keeps the payloads that instances use, and at most {@code looseBytesMax} bytes of loose
 * payloads of each sending member, but at least one loose payload. If loose payloads of a sending member exceed {@code
 * looseBytesMax}, this member drops the oldest one; a voter that needs the dropped payload asks for it again. Not
 * thread-safe.
 */
final class InstancePayloads {
    private static final int NO_SOURCE = -1;

    /** A payload that this member holds in memory. */
    private static final class Held {
        private final byte[] bytes;

        /** Number of known instances that use the payload. */
        private int uses;

        /** Rank of the member that sent a loose payload; {@link #NO_SOURCE} for a payload that is or was used. */
        private int source = NO_SOURCE;

        private Held(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private final Dissemination dissemination;
    private final long looseBytesMax;
    private final long payloadBytesMax;
    private final Map<Digest, Held> held = new HashMap<>();

    /** By rank of the sending member: loose payloads in the order of their arrival. */
    private final List<LinkedHashMap<Digest, Held>> loose = new ArrayList<>();

    /** By rank of the sending member: total bytes of its loose payloads. */
    private final long[] bytes;

    /**
     * Creates a store without payloads.
     *
     * @param dissemination service that keeps the used payloads for other members
     */
    InstancePayloads(Membership members, EpaxosConfig config, Dissemination dissemination) {
        this.dissemination = dissemination;
        looseBytesMax = config.looseBytesMax();
        payloadBytesMax = config.log().payloadBytesMax();
        bytes = new long[members.size()];
        for (int r = 0; r < members.size(); r++) loose.add(new LinkedHashMap<>());
    }

    /** Returns whether this member holds all payloads of the value. */
    boolean holds(RequestBatch value) {
        for (Request request : value.requests())
            if (!request.isInline() && !held.containsKey(request.digest())) return false;
        return true;
    }

    /** Returns whether this member holds a payload with this digest. */
    boolean holds(Digest digest) {
        return held.containsKey(digest);
    }

    /** Returns the payload with this digest; {@code null} if this member does not hold the payload. */
    byte[] get(Digest digest) {
        Held its = held.get(digest);
        return its == null ? null : its.bytes;
    }

    /** Returns the payload of a request; {@code null} if this member does not hold the payload. */
    byte[] of(Request request) {
        return request.isInline() ? request.payload() : get(request.digest());
    }

    /** Adds a loose payload (before its instance), unless this member holds the payload already. */
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
     * Adds a payload, unless this member holds the payload already. The caller must call {@link #use} in the same step,
     * so that the added payload is not dropped before its use.
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

    /** Removes a payload from the loose payloads (without a known instance) of the member that sent it. */
    private void tighten(Digest digest, Held its) {
        if (its.source == NO_SOURCE) return;
        loose.get(its.source).remove(digest);
        bytes[its.source] -= its.bytes.length;
        its.source = NO_SOURCE;
    }

    /**
     * Records one more use of each payload of the value that is sent separately from its request. This member must hold
     * the separately sent payloads of the value.
     */
    void retain(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) use(request.digest());
    }

    /** Ends one {@link #retain} of a value's payloads. */
    void release(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) endUse(request.digest());
    }

    /** Visits the queues of payloads, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        for (long each : bytes)
            to.queue(
                    "bytes of payloads without an instance",
                    each,
                    Math.max(looseBytesMax, payloadBytesMax));
    }
}

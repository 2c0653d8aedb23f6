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
 * Stores large request payloads, which members send separately from their requests. A payload is <em>used</em> if an
 * instance that this member knows contains it, and <em>loose</em> if it has arrived before its instance. Payloads are
 * identified by digest, not by instance number: after a crash, a member may use a lost instance number again.
 *
 * <p><b>Bound:</b> all payloads of known instances; per sending member also at most {@code looseBytesMax} bytes of
 * loose payloads, but at least one loose payload. If a sender's loose payloads exceed {@code looseBytesMax}, the oldest
 * one is dropped; a member that needs it later fetches it again. Not thread-safe.
 */
final class InstancePayloads {
    private static final int NO_SOURCE = -1;

    /** A payload that this member holds in memory. */
    private static final class Held {
        private final byte[] bytes;

        /** Number of uses of the payload by known instances; 0 for a loose payload. */
        private int uses;

        /** Rank of the member that sent this loose payload; {@link #NO_SOURCE} if the payload is not loose. */
        private int source = NO_SOURCE;

        private Held(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private final Dissemination dissemination;
    private final long looseBytesMax;
    private final long payloadBytesMax;
    private final Map<Digest, Held> held = new HashMap<>();

    /** By rank of the sending member: its payloads that arrived before their instances, in the order of arrival. */
    private final List<LinkedHashMap<Digest, Held>> loose = new ArrayList<>();

    /** By rank of the sending member: total bytes of its payloads in {@link #loose}. */
    private final long[] bytes;

    /**
     * Creates a store without payloads.
     *
     * @param dissemination service that is informed which payloads this member holds, so that it can serve them to
     *     other members
     */
    InstancePayloads(Membership members, EpaxosConfig config, Dissemination dissemination) {
        this.dissemination = dissemination;
        looseBytesMax = config.looseBytesMax();
        payloadBytesMax = config.log().payloadBytesMax();
        bytes = new long[members.size()];
        for (int r = 0; r < members.size(); r++) loose.add(new LinkedHashMap<>());
    }

    /** Returns whether this member holds the payloads of all requests in the value. */
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

    /** Stores a payload that no known instance contains yet, unless this member holds the payload already. */
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
     * Stores a payload of a known instance, unless this member holds the payload already. The caller must call {@link
     * #use} while it processes the same event.
     */
    void put(Digest digest, byte[] payload) {
        if (!held.containsKey(digest)) held.put(digest, new Held(payload));
    }

    /** Counts one more use of a stored payload. A used payload stays in memory. */
    void use(Digest digest) {
        Held its = held.get(digest);
        if (its.uses++ > 0) return;
        tighten(digest, its);
        dissemination.keep(digest, its.bytes);
    }

    /** Counts one use less of a payload; without uses, the payload is removed. */
    void endUse(Digest digest) {
        Held its = held.get(digest);
        if (--its.uses == 0) remove(digest, its);
    }

    private void remove(Digest digest, Held its) {
        tighten(digest, its);
        held.remove(digest);
        dissemination.forget(digest);
    }

    /** Removes a payload from {@link #loose}, when an instance uses it or when the payload is dropped. */
    private void tighten(Digest digest, Held its) {
        if (its.source == NO_SOURCE) return;
        loose.get(its.source).remove(digest);
        bytes[its.source] -= its.bytes.length;
        its.source = NO_SOURCE;
    }

    /** Counts one more use of each large payload of the value. This member must hold all payloads of the value. */
    void retain(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) use(request.digest());
    }

    /** Undoes one call of {@link #retain} for the value. */
    void release(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) endUse(request.digest());
    }

    /**
     * Reports the bytes of payloads that arrived before their instances to {@code to}, see {@link
     * io.abcast.ordering.log.LogNode#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        for (long each : bytes)
            to.queue(
                    "bytes of payloads without an instance",
                    each,
                    Math.max(looseBytesMax, payloadBytesMax));
    }
}

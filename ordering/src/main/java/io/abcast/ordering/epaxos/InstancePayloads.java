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
 * Stores large request payloads, which members send separately from their requests. Payloads are identified by digest,
 * not by instance number, because a member may use a lost instance number again after a crash.
 *
 * <p><b>Bound:</b> all payloads of known instances. Per sending member also at most {@code looseBytesMax} bytes of
 * <em>loose</em> payloads, whose instances have not arrived, but at least one loose payload. Not thread-safe.
 */
final class InstancePayloads {
    private static final int NO_SOURCE = -1;

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

    private final long[] bytes;

    InstancePayloads(Membership members, EpaxosConfig config, Dissemination dissemination) {
        this.dissemination = dissemination;
        looseBytesMax = config.looseBytesMax();
        payloadBytesMax = config.log().payloadBytesMax();
        bytes = new long[members.size()];
        for (int r = 0; r < members.size(); r++) loose.add(new LinkedHashMap<>());
    }

    boolean holds(RequestBatch value) {
        for (Request request : value.requests())
            if (!request.isInline() && !held.containsKey(request.digest())) return false;
        return true;
    }

    boolean holds(Digest digest) {
        return held.containsKey(digest);
    }

    /** Returns {@code null} if this member does not hold the payload. */
    byte[] get(Digest digest) {
        Held its = held.get(digest);
        return its == null ? null : its.bytes;
    }

    byte[] of(Request request) {
        return request.isInline() ? request.payload() : get(request.digest());
    }

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

    /** The caller must call {@link #use} while it processes the same event. */
    void put(Digest digest, byte[] payload) {
        if (!held.containsKey(digest)) held.put(digest, new Held(payload));
    }

    void use(Digest digest) {
        Held its = held.get(digest);
        if (its.uses++ > 0) return;
        tighten(digest, its);
        dissemination.keep(digest, its.bytes);
    }

    void endUse(Digest digest) {
        Held its = held.get(digest);
        if (--its.uses == 0) remove(digest, its);
    }

    private void remove(Digest digest, Held its) {
        tighten(digest, its);
        held.remove(digest);
        dissemination.forget(digest);
    }

    private void tighten(Digest digest, Held its) {
        if (its.source == NO_SOURCE) return;
        loose.get(its.source).remove(digest);
        bytes[its.source] -= its.bytes.length;
        its.source = NO_SOURCE;
    }

    /** This member must hold all payloads of the value. */
    void retain(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) use(request.digest());
    }

    void release(RequestBatch value) {
        for (Request request : value.requests()) if (!request.isInline()) endUse(request.digest());
    }

    void visitQueues(QueueVisitor to) {
        for (long each : bytes)
            to.queue(
                    "bytes of payloads without an instance",
                    each,
                    Math.max(looseBytesMax, payloadBytesMax));
    }
}

package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Proof;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * Signs this member's requests and verifies those of others, one signature for each batch of consecutive requests of one origin. The signed
 * content names the era, the origin and the root of the tree of digests over the requests ({@link Proof}); a request's digest names its
 * number, the one before it and its payload. So no request can be changed, left out of its order, or brought into another ensemble by a member
 * that passes it on. With {@link Signer#TRUSTING} requests carry nothing, and everything is taken for signed.
 */
public final class SignedBatches {
    /** Tells what is signed here from a {@link Claim} and a {@link Report}. */
    private static final int KIND = 3;

    /** Verified batches remembered of each origin; the oldest go first, and are verified again. */
    private static final int VERIFIED_MAX = 256;

    private final Ports ports;
    private final Signer signer;

    /** By origin and root: the signature that was valid. */
    private final TreeMap<Integer, LinkedHashMap<Digest, byte[]>> verified = new TreeMap<>();

    /** The era of {@link #verified}. */
    private long verifiedEra;

    /** The era in which this member's requests were signed last. */
    private long signedEra;

    SignedBatches(Ports ports, Signer signer) {
        this.ports = ports;
        this.signer = signer;
    }

    /** Signs this member's sent requests again if they were signed in another era. */
    void onTick() {
        if (signedEra == ports.era()) return;
        signedEra = ports.era();
        ports.requests().signAgain(this::sign);
    }

    /** These requests of this member, signed as one batch in the present era. */
    List<OriginRequest> sign(List<OriginRequest> values) {
        return sign(signer, ports.era(), ports.id(), values);
    }

    /**
     * Signs requests as one batch.
     *
     * @param origin of all of them, and whose signer that is
     * @param values at most {@link Proof#COUNT_MAX}
     */
    public static List<OriginRequest> sign(
            Signer signer, long era, int origin, List<OriginRequest> values) {
        if (!signer.signs() || values.isEmpty()) return values;
        List<Digest> leaves = new ArrayList<>(values.size());
        for (OriginRequest value : values) leaves.add(value.digest());
        Digest root = Proof.rootOf(leaves);
        List<Proof> proofs =
                Proof.of(leaves, signer.sign(content(era, origin, values.size(), root)));
        List<OriginRequest> signed = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) signed.add(values.get(i).with(proofs.get(i)));
        return signed;
    }

    /** Whether {@link #isSigned} says so without verifying a signature. */
    boolean isKnown(OriginRequest value) {
        if (!signer.signs()) return true;
        Digest root = value.proof().root(value.digest());
        return root != null && isKnown(value, root);
    }

    private boolean isKnown(OriginRequest value, Digest root) {
        if (verifiedEra != ports.era()) verified.clear();
        verifiedEra = ports.era();
        LinkedHashMap<Digest, byte[]> known = verified.get(value.origin());
        byte[] signature = known == null ? null : known.get(root);
        return signature != null && Arrays.equals(signature, value.proof().signature());
    }

    /** Whether its origin has signed the request. */
    boolean isSigned(OriginRequest value) {
        if (!signer.signs()) return true;
        if (value.proof().isNone() || !ports.members().contains(value.origin())) return false;
        Digest root = value.proof().root(value.digest());
        if (root == null) return false;
        if (isKnown(value, root)) return true;
        byte[] signature = value.proof().signature();
        byte[] content = content(ports.era(), value.origin(), value.proof().count(), root);
        if (!signer.verify(value.origin(), content, signature)) return false;
        remember(value.origin(), root, signature);
        return true;
    }

    /** Whether the origins of all requests in the value have signed them. */
    boolean isSigned(Value value) {
        for (OriginRequest request : value.requests()) if (!isSigned(request)) return false;
        return true;
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("origins of batches", verified.size(), ports.members().size());
        for (LinkedHashMap<Digest, byte[]> known : verified.values())
            to.queue("batches verified", known.size(), VERIFIED_MAX);
    }

    private void remember(int origin, Digest root, byte[] signature) {
        LinkedHashMap<Digest, byte[]> known =
                verified.computeIfAbsent(origin, o -> new LinkedHashMap<>());
        known.put(root, signature);
        if (known.size() <= VERIFIED_MAX) return;
        Iterator<Digest> oldest = known.keySet().iterator();
        oldest.next();
        oldest.remove();
    }

    private static byte[] content(long era, int origin, int count, Digest root) {
        WireWriter out = new WireWriter(64).u8(KIND).i64(era).varint(origin).varint(count);
        return root.write(out).toByteArray();
    }
}

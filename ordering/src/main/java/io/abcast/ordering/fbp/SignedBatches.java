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
 * Signs this member's requests and verifies requests of other members, with one signature for each batch of consecutive
 * requests of one origin. The signed content names the era, the origin and the root of the tree of digests over the
 * requests ({@link Proof}). A request's digest covers its number, its predecessor and its payload. So a member that
 * passes requests on can neither change a request, nor leave one out, nor use a request in another ensemble. With
 * {@link Signer#TRUSTING}, requests carry no signature and every request counts as signed.
 */
public final class SignedBatches {
    /**
     * First byte of the signed content, which distinguishes a batch of requests from a {@link Claim} and a {@link
     * Report}.
     */
    private static final int KIND = 3;

    /**
     * Number of verified batches that are remembered for each origin. At the bound, the oldest batch is forgotten; its
     * signature is verified again if necessary.
     */
    private static final int VERIFIED_MAX = 256;

    private final Ports ports;
    private final Signer signer;

    /** By origin and root of a batch: the signature, which this member has verified as valid. */
    private final TreeMap<Integer, LinkedHashMap<Digest, byte[]>> verified = new TreeMap<>();

    /** The era to which the signatures in {@link #verified} belong. */
    private long verifiedEra;

    /** The era in which this member's requests were last signed. */
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

    /** Signs these requests of this member as one batch, in the present era. */
    List<OriginRequest> sign(List<OriginRequest> values) {
        return sign(signer, ports.era(), ports.id(), values);
    }

    /**
     * Signs requests as one batch.
     *
     * @param origin origin of all requests, and owner of the signer
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

    /** Whether {@link #isSigned} is known to be true without verifying a signature. */
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

    /** Whether the origin of the request has signed it. */
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

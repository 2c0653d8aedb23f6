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
 * Signs this member's own requests and verifies the signatures of requests of other members. One signature covers a
 * batch of consecutive requests of one origin: the signed content names the era (founding number), the origin and the
 * root of a tree of digests ({@link Proof}). The digest of a request covers its number, predecessor and payload, so a
 * member that forwards requests can neither change nor leave out a request, nor use it in another ensemble. With {@link
 * Signer#TRUSTING}, every request counts as correctly signed.
 */
public final class SignedBatches {
    /**
     * First byte of the content that a member signs for a batch of requests; it distinguishes a signed batch from a
     * signed {@link Claim} or {@link Report}.
     */
    private static final int KIND = 3;

    private static final int VERIFIED_MAX = 256;

    private final Ports ports;
    private final Signer signer;

    /** The signatures that this member has found valid, by origin and by the root of the batch's tree of digests. */
    private final TreeMap<Integer, LinkedHashMap<Digest, byte[]>> verified = new TreeMap<>();

    private long verifiedEra;

    private long signedEra;

    SignedBatches(Ports ports, Signer signer) {
        this.ports = ports;
        this.signer = signer;
    }

    void onTick() {
        if (signedEra == ports.era()) return;
        signedEra = ports.era();
        ports.requests().signAgain(this::sign);
    }

    List<OriginRequest> sign(List<OriginRequest> values) {
        return sign(signer, ports.era(), ports.id(), values);
    }

    /**
     * Signs {@code values} as one batch of requests.
     *
     * @param origin server id of the member that has submitted all requests and owns {@code signer}
     * @param values the requests to sign, at most {@link Proof#COUNT_MAX}
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

    boolean isSigned(Value value) {
        for (OriginRequest request : value.requests()) if (!isSigned(request)) return false;
        return true;
    }

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

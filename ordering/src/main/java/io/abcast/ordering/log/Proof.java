package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Proves that an origin has signed a request: the origin signs the root of a tree of digests over a batch of
 * consecutive requests. Each request contains the signature of its batch and its path in the tree, so a receiver can
 * verify each request without the other requests of the batch. Source: Merkle 1987, "A digital signature based on a
 * conventional encryption function". Immutable.
 *
 * @param signature signature of the tree's root; empty if the request is not signed
 * @param index index of the request in its batch, from 0 to {@code count} - 1
 * @param count number of requests in the batch, 1 to {@link #COUNT_MAX}; 0 if the request is not signed
 * @param path the sibling digests on the path in the tree from the request (the leaf) to the root
 */
public record Proof(byte[] signature, int index, int count, List<Digest> path) {
    /** Maximum number of requests in one batch. */
    public static final int COUNT_MAX = 256;

    /** The proof of a request that is not signed. */
    public static final Proof NONE = new Proof(new byte[0], 0, 0, List.of());

    /**
     * First byte of the digested bytes of an inner node, which makes its digest different from that of a leaf ({@link
     * OriginRequest#digest}).
     */
    private static final int NODE = 1;

    public boolean isNone() {
        return count == 0;
    }

    /** Maximum size of this proof in bytes on the wire. */
    public int bytes() {
        return isNone() ? 0 : 12 + signature.length + Digest.BYTES * path.size();
    }

    void write(WireWriter out) {
        out.varint(index)
                .varint(count)
                .bytes(signature)
                .list(path, (digest, to) -> digest.write(to));
    }

    static Proof read(WireReader in) {
        int index = in.count(COUNT_MAX);
        int count = in.count(COUNT_MAX);
        byte[] signature = in.bytes();
        List<Digest> path = in.list(Integer.SIZE, Digest::read);
        if (index >= count)
            throw new MalformedFrameException(
                    "proof: expected an index below " + count + ", got " + index);
        return new Proof(signature, index, count, path);
    }

    /**
     * Computes the digest of the tree's root from the digest of a leaf and this proof; {@code null} if the path has the
     * wrong length.
     */
    public Digest root(Digest leaf) {
        Digest node = leaf;
        int taken = 0;
        int at = index;
        for (int width = count; width > 1; width = (width + 1) / 2, at /= 2) {
            boolean paired = at % 2 == 1 || at + 1 < width;
            if (!paired) continue;
            if (taken == path.size()) return null;
            Digest beside = path.get(taken++);
            node = at % 2 == 1 ? node(beside, node) : node(node, beside);
        }
        return taken == path.size() ? node : null;
    }

    /** Returns the digest of the root of the tree over the digests {@code leaves}, which must not be empty. */
    public static Digest rootOf(List<Digest> leaves) {
        List<Digest> level = leaves;
        while (level.size() > 1) level = above(level);
        return level.get(0);
    }

    /**
     * Creates the proofs of the requests with the digests {@code leaves}, in the same order. The given {@code
     * signature} signs the root of the tree over {@code leaves}.
     */
    public static List<Proof> of(List<Digest> leaves, byte[] signature) {
        List<List<Digest>> levels = new ArrayList<>();
        for (List<Digest> level = leaves; level.size() > 1; level = above(level)) levels.add(level);
        List<Proof> proofs = new ArrayList<>(leaves.size());
        for (int i = 0; i < leaves.size(); i++) {
            List<Digest> path = new ArrayList<>(levels.size());
            int at = i;
            for (List<Digest> level : levels) {
                int beside = at ^ 1;
                if (beside < level.size()) path.add(level.get(beside));
                at /= 2;
            }
            proofs.add(new Proof(signature, i, leaves.size(), List.copyOf(path)));
        }
        return proofs;
    }

    /** Computes the level above {@code level} in the tree of digests; a digest without a sibling moves up unchanged. */
    private static List<Digest> above(List<Digest> level) {
        List<Digest> above = new ArrayList<>((level.size() + 1) / 2);
        for (int i = 0; i < level.size(); i += 2)
            above.add(i + 1 < level.size() ? node(level.get(i), level.get(i + 1)) : level.get(i));
        return above;
    }

    private static Digest node(Digest left, Digest right) {
        WireWriter out = new WireWriter(1 + 2 * Digest.BYTES).u8(NODE);
        right.write(left.write(out));
        return Digest.of(out.toByteArray());
    }
}

package io.abcast.ordering.camu;

import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A snapshot that waits until the state machine has returned missing results of deliveries. The waiting snapshot holds
 * the encoded state at its place of the log, with a gap for each missing result. While the snapshot waits, the replica
 * continues to apply its log. A missing result may depend on another partition, which may need {@code Mark} items and
 * votes of this partition first.
 */
final class PendingSnapshot {
    private record Gap(long seq, int phaseAt, int end) {}

    private final long zxid;
    private final byte[] note;
    private final boolean digested;
    private final byte[] encoded;
    private final List<Gap> gaps;

    private final Set<Long> missing;

    private final Map<Long, byte[]> results = new HashMap<>();

    static final class Gaps {
        private final List<Gap> all = new ArrayList<>();

        /**
         * @param phaseAt position of the byte that holds the phase of the transaction
         * @param end position in bytes at which the result must be inserted
         */
        void add(long seq, int phaseAt, int end) {
            all.add(new Gap(seq, phaseAt, end));
        }
    }

    PendingSnapshot(
            long zxid,
            byte[] note,
            boolean digested,
            byte[] encoded,
            Gaps gaps,
            Iterable<Long> missing) {
        this.zxid = zxid;
        this.note = note;
        this.digested = digested;
        this.encoded = encoded;
        this.gaps = gaps.all;
        this.missing = new HashSet<>();
        for (long seq : missing) this.missing.add(seq);
    }

    long zxid() {
        return zxid;
    }

    byte[] note() {
        return note;
    }

    boolean digested() {
        return digested;
    }

    boolean onResult(long seq, byte[] result) {
        if (missing.remove(seq)) results.put(seq, result);
        return missing.isEmpty();
    }

    /** The returned bytes equal those of a replica that already had all results at this place of the log. */
    byte[] state() {
        assert missing.isEmpty() : missing.size() + " results are missing";
        WireWriter out = new WireWriter(encoded.length + 64 * gaps.size());
        int from = 0;
        for (Gap gap : gaps) {
            out.raw(encoded, from, gap.phaseAt - from);
            out.u8(SessionLane.Phase.ANSWERED.ordinal());
            out.raw(encoded, gap.phaseAt + 1, gap.end - gap.phaseAt - 1);
            out.bytes(results.get(gap.seq));
            from = gap.end;
        }
        return out.raw(encoded, from, encoded.length - from).toByteArray();
    }
}

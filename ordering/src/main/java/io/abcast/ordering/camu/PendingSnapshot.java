package io.abcast.ordering.camu;

import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A snapshot for which results are missing. It holds the state at its place of the log, with a gap for each missing
 * result. Meanwhile the replica continues to apply its log: another partition may need marks and votes of this one
 * before it sends the values on which a missing result depends.
 */
final class PendingSnapshot {
    /** A delivered transaction in the encoded state, without its result. */
    private record Gap(long seq, int phaseAt, int end) {}

    private final long zxid;
    private final byte[] note;
    private final boolean digested;
    private final byte[] encoded;
    private final List<Gap> gaps;

    /** The deliveries without a result. */
    private final Set<Long> missing;

    private final Map<Long, byte[]> results = new HashMap<>();

    /** Collects the gaps while the state is written. */
    static final class Gaps {
        private final List<Gap> all = new ArrayList<>();

        /**
         * Records a gap.
         *
         * @param phaseAt position of the byte that holds the phase
         * @param end position at which the result is missing
         */
        void add(long seq, int phaseAt, int end) {
            all.add(new Gap(seq, phaseAt, end));
        }
    }

    /** @param missing seq of each delivery without a result */
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

    /**
     * Takes a result.
     *
     * @return whether no result is missing any more
     */
    boolean onResult(long seq, byte[] result) {
        if (missing.remove(seq)) results.put(seq, result);
        return missing.isEmpty();
    }

    /** The state with all results: the bytes that a replica with all results would have written at once. */
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

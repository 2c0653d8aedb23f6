package io.abcast.ordering.camu;

import java.util.Map;
import java.util.TreeMap;

/**
 * The facts that this replica knows about another partition's stream: which items the other partition's log has
 * committed. In fast mode, a leader sends stream items before its log has committed them. A stream item has a term and
 * a number, and takes effect only if the sending partition's log contains it.
 *
 * <p>The <em>base</em> of a term is the number of items that the stream had when the term began; bases never decrease
 * from term to term. An item of a term is committed if the base (item count at the start) of the next term is at least
 * the item's number. An item of a term has no effect if the base (item count at the start) of any later term is lower
 * than the item's number.
 */
final class Verdicts {
    private static final int TERMS_MAX = 1 << 16;

    enum Verdict {
        COUNTS,
        VOID,
        UNKNOWN
    }

    private final TreeMap<Long, Long> bases = new TreeMap<>();

    /** By term: number of stream items that are known to be committed in the term or before. */
    private final TreeMap<Long, Long> confirmed = new TreeMap<>();

    private long needed;

    void forgetBefore(long term) {
        if (term <= needed) return;
        needed = term;
        bases.headMap(term).clear();
        confirmed.headMap(term).clear();
    }

    /** Called after the installation of a snapshot, which may contain an earlier receipt without verdicts. */
    void needAll() {
        needed = 0;
    }

    Verdict of(long term, long seq) {
        Long committed = confirmed.get(term);
        if (committed != null && seq <= committed) return Verdict.COUNTS;
        Map.Entry<Long, Long> later = bases.higherEntry(term);
        if (later == null) return Verdict.UNKNOWN;
        if (seq > later.getValue()) return Verdict.VOID;
        return later.getKey() == term + 1 ? Verdict.COUNTS : Verdict.UNKNOWN;
    }

    /** Returns -1 if the item count at the start of the term is unknown. */
    long base(long term) {
        Long base = bases.get(term);
        return base == null ? -1 : base;
    }

    boolean base(long term, long base) {
        if (term < needed) return false;
        boolean isNew = bases.put(term, base) == null;
        while (bases.size() > TERMS_MAX) bases.pollFirstEntry();
        return isNew;
    }

    boolean confirm(long term, long through) {
        if (term < needed) return false;
        Long before = confirmed.get(term);
        if (before != null && before >= through) return false;
        confirmed.put(term, through);
        while (confirmed.size() > TERMS_MAX) confirmed.pollFirstEntry();
        return true;
    }
}

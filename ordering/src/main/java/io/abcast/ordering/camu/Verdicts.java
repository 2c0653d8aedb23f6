package io.abcast.ordering.camu;

import java.util.Map;
import java.util.TreeMap;

/**
 * The knowledge of this replica about the committed items of another partition's stream. In fast mode items are sent
 * before they are committed. An item (term, seq) counts if the partition's log contains it.
 *
 * <p>The <em>base</em> of a term is the number of items that the log had made when the term began. Bases never decrease.
 * So an item counts if the base of the following term is at least its number, and is void if the base of any later term
 * is lower.
 */
final class Verdicts {
    /** Maximum number of terms with known bases, which is that of the other partition. */
    private static final int TERMS_MAX = 1 << 16;

    enum Verdict {
        COUNTS,
        VOID,
        UNKNOWN
    }

    private final TreeMap<Long, Long> bases = new TreeMap<>();

    /** By term: number of items that are known to be committed in this term or before. */
    private final TreeMap<Long, Long> confirmed = new TreeMap<>();

    /** Facts about terms before this one are not needed. */
    private long needed;

    /** Forgets the terms before {@code term}: no verdict about their items is needed again. */
    void forgetBefore(long term) {
        if (term <= needed) return;
        needed = term;
        bases.headMap(term).clear();
        confirmed.headMap(term).clear();
    }

    /** Takes facts about all terms again: the state has been replaced, perhaps by one that has stopped earlier. */
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

    /** The base of a term; -1 if it is unknown. */
    long base(long term) {
        Long base = bases.get(term);
        return base == null ? -1 : base;
    }

    /**
     * Records a fact about the other partition's log.
     *
     * @return whether it is new
     */
    boolean base(long term, long base) {
        if (term < needed) return false;
        boolean isNew = bases.put(term, base) == null;
        while (bases.size() > TERMS_MAX) bases.pollFirstEntry();
        return isNew;
    }

    /**
     * Records that the items up to {@code through} were committed during {@code term} or before.
     *
     * @return whether this is new
     */
    boolean confirm(long term, long through) {
        if (term < needed) return false;
        Long before = confirmed.get(term);
        if (before != null && before >= through) return false;
        confirmed.put(term, through);
        while (confirmed.size() > TERMS_MAX) confirmed.pollFirstEntry();
        return true;
    }
}

package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogMessage.Entries;
import java.util.List;
import java.util.TreeMap;

/**
 * The answer of one member to another member's request for entries of the order. The answer contains all entries, by
 * zxid, of the slots up to {@code through}. The answer may also contain the first entries of slot {@code through + 1},
 * but not the last entry of that slot.
 */
record SlotAnswers(long through, TreeMap<Long, Entry> entries) {
    private static final Entry EMPTY = new Entry(Zxid.NONE, 0, 0, new byte[0]);

    static boolean isEmpty(Entry entry) {
        return entry.zxid() == Zxid.NONE;
    }

    /**
     * Reads an answer with entries from {@code m}; {@code null} if no honest member can send {@code m}.
     *
     * @param inside whether the asking member already has some entries of the slot after {@link Entries#afterSlot}
     * @param bytesMax maximum bytes of all entries of the answer
     */
    static SlotAnswers read(Entries m, boolean inside, long bytesMax) {
        long after = m.afterSlot();
        return read(m, after, inside ? after + 1 : after, new TreeMap<>(), bytesMax);
    }

    /**
     * Returns this answer extended by the entries in {@code m}; {@code null} if no honest member can send {@code m}
     * after the {@link #last} entry.
     */
    SlotAnswers extended(Entries m, long bytesMax) {
        return read(m, through, entries.lastEntry().getValue().slot(), entries, bytesMax);
    }

    /**
     * @param after the last slot of which the asking member has all entries.
     * @param inside the slot of which the asking member has only some entries, if this slot is greater than {@code
     *     after}
     */
    private static SlotAnswers read(
            Entries m, long after, long inside, TreeMap<Long, Entry> known, long bytesMax) {
        TreeMap<Long, Entry> entries = new TreeMap<>(known);
        long zxid = m.afterZxid();
        long ended = after;
        long begun = inside;
        long bytes = 0;
        for (Entry entry : known.values()) bytes += entry.bytes();
        for (Entry entry : m.entries()) {
            bytes += entry.bytes();
            long slot = entry.slot();
            boolean follows = begun > ended ? slot == begun : slot > ended;
            if (bytes > bytesMax || entry.zxid() != Zxid.after(zxid) || !follows) return null;
            zxid = entry.zxid();
            begun = slot;
            ended = entry.endsSlot() ? slot : slot - 1;
            entries.put(zxid, entry);
        }
        if (m.throughSlot() == 0) return new SlotAnswers(ended, entries);
        return m.throughSlot() < begun || begun > ended
                ? null
                : new SlotAnswers(m.throughSlot(), entries);
    }

    long last() {
        return entries.isEmpty() ? Zxid.NONE : entries.lastKey();
    }

    boolean goesOn() {
        return !entries.isEmpty() && through <= entries.lastEntry().getValue().slot();
    }

    /**
     * Returns the entry of {@code slot} that follows the entry {@code zxid}; {@code null} if the answer does not cover
     * the slot. If the covered slot has no further entry, {@link #isEmpty} is true for the returned entry.
     */
    Entry next(long slot, long zxid) {
        Entry entry = entries.get(Zxid.after(zxid));
        if (entry != null && entry.slot() == slot) return entry;
        return through >= slot ? EMPTY : null;
    }

    /**
     * Whether the order of this member, extended by {@code part} and by the entries of this answer, has {@code digest}
     * as its digest at {@code slot}.
     *
     * @param order digest of this member's present order
     * @param zxid zxid of the last entry of this member's present order
     */
    boolean leadsTo(Digest digest, long slot, Digest order, long zxid, List<Entry> part) {
        if (through < slot) return false;
        Digest now = order;
        long at = zxid;
        for (Entry entry : part) {
            now = Order.link(now, entry);
            at = entry.zxid();
        }
        Entry next;
        while ((next = entries.get(Zxid.after(at))) != null && next.slot() <= slot) {
            now = Order.link(now, next);
            at = next.zxid();
        }
        return now.equals(digest);
    }
}

package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogMessage.Entries;
import java.util.List;
import java.util.TreeMap;

/**
 * The answer of one member: the slots up to {@code through} contain exactly these entries, by their zxids. Entries of a
 * further slot may follow whose end is not part of the answer.
 */
record SlotAnswers(long through, TreeMap<Long, Entry> entries) {
    /** Returned in place of an entry: the slot is empty. */
    private static final Entry EMPTY = new Entry(Zxid.NONE, 0, 0, new byte[0]);

    static boolean isEmpty(Entry entry) {
        return entry.zxid() == Zxid.NONE;
    }

    /**
     * Reads an answer; {@code null} if an honest member cannot send it.
     *
     * @param inside whether the asker knows a part of the slot after {@link Entries#afterSlot}
     * @param bytesMax maximum bytes of all entries
     */
    static SlotAnswers read(Entries m, boolean inside, long bytesMax) {
        long after = m.afterSlot();
        return read(m, after, inside ? after + 1 : after, new TreeMap<>(), bytesMax);
    }

    /**
     * This answer extended by another one, which continues after the {@link #last} entry; {@code null} as in
     * {@link #read}.
     */
    SlotAnswers extended(Entries m, long bytesMax) {
        return read(m, through, entries.lastEntry().getValue().slot(), entries, bytesMax);
    }

    /**
     * @param after the last slot that is known completely
     * @param inside the slot of which a part is known, if it is after that slot
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
            if (bytes > bytesMax || entry.zxid() != Order.zxidAfter(zxid) || !follows) return null;
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

    /** Zxid of the last entry; {@link Zxid#NONE} without entries. */
    long last() {
        return entries.isEmpty() ? Zxid.NONE : entries.lastKey();
    }

    /** Whether the member may hold more entries than these. */
    boolean goesOn() {
        return !entries.isEmpty() && through <= entries.lastEntry().getValue().slot();
    }

    /**
     * The entry after {@code zxid} in that slot. An {@link #isEmpty empty} one if the slot has no further entry
     * according to a complete answer; {@code null} if the answer does not cover the slot.
     */
    Entry next(long slot, long zxid) {
        Entry entry = entries.get(Order.zxidAfter(zxid));
        if (entry != null && entry.slot() == slot) return entry;
        return through >= slot ? EMPTY : null;
    }

    /**
     * Whether these entries lead an order to that digest at that slot.
     *
     * @param order digest of the order
     * @param zxid last entry of the order
     * @param part entries between the order and these entries
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
        while ((next = entries.get(Order.zxidAfter(at))) != null && next.slot() <= slot) {
            now = Order.link(now, next);
            at = next.zxid();
        }
        return now.equals(digest);
    }
}

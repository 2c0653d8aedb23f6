package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogMessage.Entries;
import java.util.List;
import java.util.TreeMap;

/**
 * The answer of one member to a request for entries. The answer contains all entries of the slots up to {@code
 * through}, by zxid. It may also contain the first entries of the next slot, but not the last entry of that slot.
 */
record SlotAnswers(long through, TreeMap<Long, Entry> entries) {
    /** Entry that {@link #next} returns if the slot has no further entry. */
    private static final Entry EMPTY = new Entry(Zxid.NONE, 0, 0, new byte[0]);

    static boolean isEmpty(Entry entry) {
        return entry.zxid() == Zxid.NONE;
    }

    /**
     * Reads an answer. Returns {@code null} if no honest member can send such an answer.
     *
     * @param inside whether the asker knows a part of the slot after {@link Entries#afterSlot}
     * @param bytesMax maximum bytes of all entries
     */
    static SlotAnswers read(Entries m, boolean inside, long bytesMax) {
        long after = m.afterSlot();
        return read(m, after, inside ? after + 1 : after, new TreeMap<>(), bytesMax);
    }

    /**
     * Returns this answer extended by the answer {@code m}, which continues after the {@link #last} entry. Returns
     * {@code null} in the cases in which {@link #read} returns {@code null}.
     */
    SlotAnswers extended(Entries m, long bytesMax) {
        return read(m, through, entries.lastEntry().getValue().slot(), entries, bytesMax);
    }

    /**
     * @param after the last slot that is known completely
     * @param inside the slot of which only a part is known, if this slot is greater than {@code after}
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

    /** Zxid of the last entry; {@link Zxid#NONE} without entries. */
    long last() {
        return entries.isEmpty() ? Zxid.NONE : entries.lastKey();
    }

    /** Whether the answering member may hold further entries that this answer does not contain. */
    boolean goesOn() {
        return !entries.isEmpty() && through <= entries.lastEntry().getValue().slot();
    }

    /**
     * The entry after {@code zxid} in {@code slot}. An {@link #isEmpty empty} entry is returned if the answer covers
     * the slot and has no further entry of it; {@code null} if the answer does not cover the slot.
     */
    Entry next(long slot, long zxid) {
        Entry entry = entries.get(Zxid.after(zxid));
        if (entry != null && entry.slot() == slot) return entry;
        return through >= slot ? EMPTY : null;
    }

    /**
     * Whether an order that appends these entries has digest {@code digest} at {@code slot}.
     *
     * @param order present digest of the order
     * @param zxid last entry of the order
     * @param part entries between the last entry of the order and these entries
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

package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogMessage.Entries;
import java.util.List;
import java.util.TreeMap;

/**
 * The answer of one member: for the slots up to {@code through} these entries, by their zxids, and no others. The entry of a further slot
 * may follow, whose end the member has not told.
 */
record SlotAnswers(long through, TreeMap<Long, Entry> entries) {
    /** In place of an entry: its slot is empty. */
    private static final Entry EMPTY = new Entry(Zxid.NONE, 0, 0, new byte[0]);

    static boolean isEmpty(Entry entry) {
        return entry.zxid() == Zxid.NONE;
    }

    /**
     * Reads an answer; {@code null} if no honest member sends it.
     *
     * @param inside whether the asker knows a part of the slot after {@link Entries#afterSlot}
     * @param bytesMax bytes of all entries
     */
    static SlotAnswers read(Entries m, boolean inside, long bytesMax) {
        long after = m.afterSlot();
        return read(m, after, inside ? after + 1 : after, new TreeMap<>(), bytesMax);
    }

    /** The same, where the answer goes on after the {@link #last} entry. */
    SlotAnswers extended(Entries m, long bytesMax) {
        return read(m, through, entries.lastEntry().getValue().slot(), entries, bytesMax);
    }

    /**
     * @param after the last slot that is known to its end
     * @param inside the slot that an entry has begun, if it is beyond that
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
        return m.throughSlot() < begun || begun > ended ? null : new SlotAnswers(m.throughSlot(), entries);
    }

    /** The last entry; {@link Zxid#NONE}: no entry. */
    long last() {
        return entries.isEmpty() ? Zxid.NONE : entries.lastKey();
    }

    /** Whether the member may hold more entries than those. */
    boolean goesOn() {
        return !entries.isEmpty() && through <= entries.lastEntry().getValue().slot();
    }

    /**
     * The entry that follows that one in that slot. An {@link #isEmpty empty} one if that one is the last, and the member has answered for the
     * whole slot; {@code null} if it has not.
     */
    Entry next(long slot, long zxid) {
        Entry entry = entries.get(Order.zxidAfter(zxid));
        if (entry != null && entry.slot() == slot) return entry;
        return through >= slot ? EMPTY : null;
    }

    /**
     * Whether an order becomes the one with that digest at that slot by these entries.
     *
     * @param order its digest
     * @param zxid its last entry
     * @param part entries that follow it before these
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

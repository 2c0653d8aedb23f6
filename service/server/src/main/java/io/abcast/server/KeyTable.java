package io.abcast.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;

/**
 * A hash table whose copy costs next to nothing: it is cut into segments, a copy shares all of them, and
 * the next write to a shared segment copies that one first.
 *
 * <p>A segment has open addressing over the {@link Key#tag tags} of its keys, in an array of their own: a write touches
 * that and the slot of its item, but neither the item that it replaces nor, if the key is short, a key. These are all over
 * the heap, and waiting for memory is most of what such a write costs.
 *
 * <p><b>Thread rule:</b> one thread writes and takes copies; any thread reads. A copy is never written to.
 */
final class KeyTable {
    /** At 1 million keys a segment copied on write has about 1,000 items: some microseconds. */
    private static final int SEGMENTS = 1024;

    private static final int SEGMENT_SHIFT = Integer.SIZE - 10;
    private static final int SLOTS_MIN = 8;

    private static final VarHandle TAG = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle ITEM = MethodHandles.arrayElementVarHandle(Item[].class);

    /**
     * Slots of keys, a power of two; at most three of four are ever taken. A tag of 0: not taken. What stands in the other
     * arrays is written before the tag, and a tag and its key stay.
     */
    private static final class Segment {
        final long[] tags;
        final byte[][] keys;
        final Item[] items;

        Segment(int slots) {
            this(new long[slots], new byte[slots][], new Item[slots]);
        }

        private Segment(long[] tags, byte[][] keys, Item[] items) {
            this.tags = tags;
            this.keys = keys;
            this.items = items;
        }

        Segment copy() {
            return new Segment(tags.clone(), keys.clone(), items.clone());
        }

        int slots() {
            return tags.length;
        }

        /** Where that key is, or belongs. */
        int slot(Key key) {
            int i = Key.hash(key.tag()) & (tags.length - 1);
            while (true) {
                long tag = (long) TAG.getAcquire(tags, i);
                if (tag == 0 || (tag == key.tag() && (tag > 0 || key.is(keys[i])))) return i;
                i = (i + 1) & (tags.length - 1);
            }
        }

        /** Puts a key that it does not have yet. */
        void add(long tag, byte[] key, Item item) {
            int i = Key.hash(tag) & (tags.length - 1);
            while (tags[i] != 0) i = (i + 1) & (tags.length - 1);
            keys[i] = key;
            items[i] = item;
            TAG.setRelease(tags, i, tag);
        }

        /** Puts all of that one but one slot. */
        Segment addAll(Segment from, int except) {
            for (int i = 0; i < from.slots(); i++)
                if (from.tags[i] != 0 && i != except)
                    add(from.tags[i], from.keys[i], from.items[i]);
            return this;
        }

        Item item(int slot) {
            return (Item) ITEM.getAcquire(items, slot);
        }

        void replace(int slot, Item item) {
            ITEM.setRelease(items, slot, item);
        }
    }

    private final AtomicReferenceArray<Segment> segments;

    /** How many slots of each segment are taken. */
    private final int[] counts;

    private final boolean[] shared;
    private long size;

    KeyTable() {
        this(new AtomicReferenceArray<>(SEGMENTS), new int[SEGMENTS], 0);
    }

    private KeyTable(AtomicReferenceArray<Segment> segments, int[] counts, long size) {
        this.segments = segments;
        this.counts = counts;
        this.size = size;
        shared = new boolean[SEGMENTS];
    }

    /** The item with that key; {@code null} if there is none. */
    Item get(Key key) {
        Segment segment = segments.getAcquire(segment(key));
        if (segment == null) return null;
        int slot = segment.slot(key);
        return (long) TAG.getAcquire(segment.tags, slot) == 0 ? null : segment.item(slot);
    }

    /**
     * Puts a value under a key, in the place of the one before.
     *
     * @param offset where in {@code bytes} the value begins; it ends with {@code bytes}, which must not be changed afterwards
     */
    void put(Key key, long version, byte[] bytes, int offset) {
        int at = segment(key);
        Segment segment = writable(at);
        int slot = segment.slot(key);
        Item item = new Item(version, bytes, offset);
        if (segment.tags[slot] != 0) {
            segment.replace(slot, item);
            return;
        }
        segment.add(key.tag(), key.copy(), item);
        size++;
        counts[at]++;
    }

    boolean remove(Key key) {
        if (get(key) == null) return false;
        int at = segment(key);
        Segment segment = segments.getPlain(at);
        // Readers may be on their way along the slots: these are left as they are.
        segments.setRelease(at, new Segment(segment.slots()).addAll(segment, segment.slot(key)));
        shared[at] = false;
        counts[at]--;
        size--;
        return true;
    }

    long size() {
        return size;
    }

    /** The table as it is now, whatever happens to this one later. */
    KeyTable copy() {
        AtomicReferenceArray<Segment> same = new AtomicReferenceArray<>(SEGMENTS);
        for (int i = 0; i < SEGMENTS; i++) same.setPlain(i, segments.getPlain(i));
        Arrays.fill(shared, true);
        return new KeyTable(same, counts.clone(), size);
    }

    /** Every key with its item; in no order. The keys must not be changed. */
    void forEach(BiConsumer<byte[], Item> action) {
        for (int i = 0; i < SEGMENTS; i++) {
            Segment segment = segments.getAcquire(i);
            if (segment == null) continue;
            for (int slot = 0; slot < segment.slots(); slot++)
                if ((long) TAG.getAcquire(segment.tags, slot) != 0)
                    action.accept(segment.keys[slot], segment.item(slot));
        }
    }

    /**
     * As {@link #forEach}, in an order that the keys alone fix: tables with equal content call alike, however they came to it.
     * Sorts one segment at a time.
     */
    void forEachInOrder(BiConsumer<byte[], Item> action) {
        for (int i = 0; i < SEGMENTS; i++) {
            Segment segment = segments.getAcquire(i);
            if (segment == null) continue;
            Integer[] slots = new Integer[counts[i]];
            int count = 0;
            for (int slot = 0; slot < segment.slots(); slot++)
                if ((long) TAG.getAcquire(segment.tags, slot) != 0) slots[count++] = slot;
            assert count == counts[i] : count + " keys in segment " + i + ", not " + counts[i];
            Arrays.sort(slots, (a, b) -> Arrays.compareUnsigned(segment.keys[a], segment.keys[b]));
            for (int slot : slots) action.accept(segment.keys[slot], segment.item(slot));
        }
    }

    /** This table's own segment, with room for one more. */
    private Segment writable(int at) {
        Segment segment = segments.getPlain(at);
        boolean full = segment != null && 4 * (counts[at] + 1) > 3 * segment.slots();
        if (segment != null && !full && !shared[at]) return segment;
        Segment own;
        if (segment == null) own = new Segment(SLOTS_MIN);
        else if (full) own = new Segment(2 * segment.slots()).addAll(segment, -1);
        else own = segment.copy();
        segments.setRelease(at, own);
        shared[at] = false;
        return own;
    }

    private static int segment(Key key) {
        return Key.hash(key.tag()) >>> SEGMENT_SHIFT;
    }
}

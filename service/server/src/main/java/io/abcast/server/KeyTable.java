package io.abcast.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;

/**
 * A hash table of keys and items that can be copied quickly. A copy shares all segments with the original, and the next
 * write to a shared segment first copies that segment.
 *
 * <p>A segment uses open addressing, and stores the {@link Key#tag tags} of its keys in a separate array. A write
 * touches only the tags and one slot, because access to stored items and keys causes cache misses.
 *
 * <p><b>Thread rule:</b> one thread writes to the table and makes copies; any thread reads. No thread writes to a copy
 * of the table.
 */
final class KeyTable {
    /**
     * Number of segments. With 1 million keys, a segment has about 1,000 items, and copying a segment takes some
     * microseconds.
     */
    private static final int SEGMENTS = 1024;

    private static final int SEGMENT_SHIFT = Integer.SIZE - 10;
    private static final int SLOTS_MIN = 8;

    private static final VarHandle TAG = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle ITEM = MethodHandles.arrayElementVarHandle(Item[].class);

    /**
     * The slots of a segment: a power of two, of which at most three quarters are used; tag 0 marks a free slot. A
     * writer sets the tag of a slot last, so that readers never see a half-filled slot. The tag and key of a used slot
     * never change.
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

        int slot(Key key) {
            int i = Key.hash(key.tag()) & (tags.length - 1);
            while (true) {
                long tag = (long) TAG.getAcquire(tags, i);
                if (tag == 0 || (tag == key.tag() && (tag > 0 || key.is(keys[i])))) return i;
                i = (i + 1) & (tags.length - 1);
            }
        }

        void add(long tag, byte[] key, Item item) {
            int i = Key.hash(tag) & (tags.length - 1);
            while (tags[i] != 0) i = (i + 1) & (tags.length - 1);
            keys[i] = key;
            items[i] = item;
            TAG.setRelease(tags, i, tag);
        }

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

    Item get(Key key) {
        Segment segment = segments.getAcquire(segment(key));
        if (segment == null) return null;
        int slot = segment.slot(key);
        return (long) TAG.getAcquire(segment.tags, slot) == 0 ? null : segment.item(slot);
    }

    /**
     * @param offset start of the value in {@code bytes}; the value ends with {@code bytes}, which must not change after
     *     the call
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
        // Replace the segment by a copy without the deleted key, because readers may be scanning
        // the old segment.
        segments.setRelease(at, new Segment(segment.slots()).addAll(segment, segment.slot(key)));
        shared[at] = false;
        counts[at]--;
        size--;
        return true;
    }

    long size() {
        return size;
    }

    KeyTable copy() {
        AtomicReferenceArray<Segment> same = new AtomicReferenceArray<>(SEGMENTS);
        for (int i = 0; i < SEGMENTS; i++) same.setPlain(i, segments.getPlain(i));
        Arrays.fill(shared, true);
        return new KeyTable(same, counts.clone(), size);
    }

    /**
     * Passes every key with its item to {@code action}, in no particular order; the action must not change the keys'
     * bytes.
     */
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
     * Visits all keys in an order that depends only on the keys, so that tables with equal content have equal orders.
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

package io.abcast.benchmark.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * A hash table whose copy costs next to nothing: it is cut into segments, a copy shares all of them, and
 * the next write to a shared segment copies that one first. A segment is an array with open addressing, so that a write
 * touches little memory: the segment, the item found there, and its key.
 *
 * <p><b>Thread rule:</b> one thread writes and takes copies; any thread reads. A copy is never written to.
 */
final class KeyTable {
    /** At 1 million keys a segment copied on write has about 250 items: well below a microsecond. */
    private static final int SEGMENTS = 4096;

    private static final int SEGMENT_SHIFT = Integer.SIZE - 12;
    private static final int SLOTS_MIN = 8;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Item[].class);

    private final AtomicReferenceArray<Item[]> segments;

    /** How many slots of each segment are taken. */
    private final int[] counts;

    private final boolean[] shared;
    private long size;

    KeyTable() {
        this(new AtomicReferenceArray<>(SEGMENTS), new int[SEGMENTS], 0);
    }

    private KeyTable(AtomicReferenceArray<Item[]> segments, int[] counts, long size) {
        this.segments = segments;
        this.counts = counts;
        this.size = size;
        shared = new boolean[SEGMENTS];
    }

    /** The item with that key; {@code null} if there is none. */
    Item get(Key key) {
        Item[] segment = segments.getAcquire(segment(key.hash()));
        if (segment == null) return null;
        for (int i = home(key.hash(), segment); ; i = next(i, segment)) {
            Item item = (Item) SLOT.getAcquire(segment, i);
            if (item == null || key.isOf(item)) return item;
        }
    }

    /**
     * Puts a value under a key, in the place of the one before.
     *
     * @param offset where in {@code bytes} the value begins; it ends with {@code bytes}, which must not be changed afterwards
     */
    void put(Key key, long version, byte[] bytes, int offset) {
        int at = segment(key.hash());
        Item[] segment = writable(at);
        int slot = slot(segment, key);
        Item before = segment[slot];
        byte[] kept = before == null ? key.copy() : before.key();
        SLOT.setRelease(segment, slot, new Item(version, key.hash(), kept, bytes, offset));
        if (before != null) return;
        size++;
        counts[at]++;
    }

    boolean remove(Key key) {
        if (get(key) == null) return false;
        int at = segment(key.hash());
        // Readers may be on their way along the slots: these are left as they are.
        Item[] rest = new Item[segments.getPlain(at).length];
        for (Item item : segments.getPlain(at))
            if (item != null && !key.isOf(item)) rest[free(rest, item.keyHash())] = item;
        segments.setRelease(at, rest);
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
        AtomicReferenceArray<Item[]> same = new AtomicReferenceArray<>(SEGMENTS);
        for (int i = 0; i < SEGMENTS; i++) {
            same.setPlain(i, segments.getPlain(i));
            shared[i] = true;
        }
        return new KeyTable(same, counts.clone(), size);
    }

    void forEach(Consumer<Item> action) {
        for (int i = 0; i < SEGMENTS; i++) {
            Item[] segment = segments.getAcquire(i);
            if (segment == null) continue;
            for (int slot = 0; slot < segment.length; slot++) {
                Item item = (Item) SLOT.getAcquire(segment, slot);
                if (item != null) action.accept(item);
            }
        }
    }

    /** This table's own segment, with room for one more: at most three of four slots are ever taken. */
    private Item[] writable(int at) {
        Item[] segment = segments.getPlain(at);
        if (segment == null) {
            Item[] first = new Item[SLOTS_MIN];
            segments.setRelease(at, first);
            return first;
        }
        boolean full = 4 * (counts[at] + 1) > 3 * segment.length;
        if (!full && !shared[at]) return segment;
        Item[] own;
        if (full) {
            own = new Item[2 * segment.length];
            for (Item item : segment) if (item != null) own[free(own, item.keyHash())] = item;
        } else {
            own = segment.clone();
        }
        segments.setRelease(at, own);
        shared[at] = false;
        return own;
    }

    /** Where that key is, or belongs. The writer's. */
    private static int slot(Item[] segment, Key key) {
        int i = home(key.hash(), segment);
        while (segment[i] != null && !key.isOf(segment[i])) i = next(i, segment);
        return i;
    }

    /** Where another key with that hash goes. */
    private static int free(Item[] segment, int hash) {
        int i = home(hash, segment);
        while (segment[i] != null) i = next(i, segment);
        return i;
    }

    private static int segment(int hash) {
        return hash >>> SEGMENT_SHIFT;
    }

    private static int home(int hash, Item[] segment) {
        return hash & (segment.length - 1);
    }

    private static int next(int slot, Item[] segment) {
        return (slot + 1) & (segment.length - 1);
    }
}

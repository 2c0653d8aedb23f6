package io.abcast.benchmark.server;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;

/**
 * A hash table whose copy costs next to nothing: it is cut into segments, a copy shares all of them, and
 * the next write to a shared segment copies that one first.
 *
 * <p><b>Thread rule:</b> one thread writes and takes copies; any thread reads. A copy is never written to.
 */
final class KeyTable {
    /** At 1 million keys a segment copied on write has about 250 entries: some microseconds. */
    private static final int SEGMENTS = 4096;

    private final AtomicReferenceArray<ConcurrentHashMap<Key, Value>> segments;
    private final boolean[] shared;
    private long size;

    KeyTable() {
        this(new AtomicReferenceArray<>(SEGMENTS), 0);
    }

    private KeyTable(AtomicReferenceArray<ConcurrentHashMap<Key, Value>> segments, long size) {
        this.segments = segments;
        this.size = size;
        shared = new boolean[SEGMENTS];
    }

    Value get(Key key) {
        ConcurrentHashMap<Key, Value> segment = segments.get(index(key));
        return segment == null ? null : segment.get(key);
    }

    void put(Key key, Value value) {
        if (writable(index(key)).put(key, value) == null) size++;
    }

    boolean remove(Key key) {
        if (get(key) == null) return false;
        writable(index(key)).remove(key);
        size--;
        return true;
    }

    long size() {
        return size;
    }

    /** The table as it is now, whatever happens to this one later. */
    KeyTable copy() {
        AtomicReferenceArray<ConcurrentHashMap<Key, Value>> same =
                new AtomicReferenceArray<>(SEGMENTS);
        for (int i = 0; i < SEGMENTS; i++) {
            same.setPlain(i, segments.get(i));
            shared[i] = true;
        }
        return new KeyTable(same, size);
    }

    void forEach(BiConsumer<Key, Value> action) {
        for (int i = 0; i < SEGMENTS; i++) {
            ConcurrentHashMap<Key, Value> segment = segments.get(i);
            if (segment != null) segment.forEach(action);
        }
    }

    private ConcurrentHashMap<Key, Value> writable(int index) {
        ConcurrentHashMap<Key, Value> segment = segments.get(index);
        if (segment != null && !shared[index]) return segment;
        ConcurrentHashMap<Key, Value> own =
                segment == null ? new ConcurrentHashMap<>(4) : new ConcurrentHashMap<>(segment);
        segments.set(index, own);
        shared[index] = false;
        return own;
    }

    /** Other bits than those by which the segment's own table is indexed. */
    private static int index(Key key) {
        return (key.hashCode() * 0x9E3779B9) >>> 20;
    }
}

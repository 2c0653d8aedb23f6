package io.abcast.kernel.log;

import io.abcast.kernel.Entry;
import java.util.Arrays;

/** Consecutive entries in a ring: cheap at both ends, found by zxid in logarithmic time. Not thread-safe. */
final class EntryRing {
    private static final int CAPACITY_MIN = 1024;

    private Entry[] ring = new Entry[CAPACITY_MIN];
    private int head;
    private int size;
    private long bytes;

    int size() {
        return size;
    }

    /** The sum of {@link Entry#bytes}. */
    long bytes() {
        return bytes;
    }

    Entry get(int i) {
        assert i >= 0 && i < size : i + " of " + size;
        return ring[(head + i) & (ring.length - 1)];
    }

    void addLast(Entry entry) {
        if (size == ring.length) resize(size * 2);
        ring[(head + size++) & (ring.length - 1)] = entry;
        bytes += entry.bytes();
    }

    void removeLast() {
        int i = (head + --size) & (ring.length - 1);
        bytes -= ring[i].bytes();
        ring[i] = null;
    }

    void removeFirst() {
        bytes -= ring[head].bytes();
        ring[head] = null;
        head = (head + 1) & (ring.length - 1);
        size--;
        if (size < ring.length / 8 && ring.length > CAPACITY_MIN) resize(ring.length / 2);
    }

    void clear() {
        Arrays.fill(ring, null);
        head = 0;
        size = 0;
        bytes = 0;
    }

    /** How many entries are at or before {@code zxid}. */
    int countThrough(long zxid) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (get(middle).zxid() <= zxid) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    private void resize(int capacity) {
        Entry[] next = new Entry[capacity];
        for (int i = 0; i < size; i++) next[i] = get(i);
        ring = next;
        head = 0;
    }
}

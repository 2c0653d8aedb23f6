package io.abcast.sim.explore;

import io.abcast.kernel.Entry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns numbers to the histories that members have delivered. The number 0 stands for the empty history. Every
 * nonempty history is stored as a shorter history plus one entry.
 */
final class Sequences {
    static final int EMPTY = 0;

    private record Named(long zxid, int tag, long place, long request, int payloadHash) {}

    /**
     * Whether each member numbers the places of entries by itself, so that two histories with equal entries at
     * different places count as equal.
     */
    private final boolean localPlaces;

    private final Map<Named, Integer> numbers = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();

    private final Map<Long, Integer> byContent = new HashMap<>();

    private final LongIntMap children = new LongIntMap();
    private int[] parents = new int[64];
    private int[] last = new int[64];
    private int[] lengths = new int[64];
    private int size = 1;

    Sequences(boolean localPlaces) {
        this.localPlaces = localPlaces;
    }

    private int number(Entry entry) {
        Named name =
                new Named(
                        entry.zxid(),
                        entry.tag(),
                        localPlaces ? 0 : entry.place(),
                        entry.request(),
                        Arrays.hashCode(entry.payload()));
        Integer known = numbers.putIfAbsent(name, entries.size());
        if (known != null) return known;
        entries.add(entry);
        return entries.size() - 1;
    }

    int extended(int sequence, Entry entry) {
        int number = number(entry);
        long key = (long) sequence << 32 | number;
        int known = children.get(key);
        if (known != LongIntMap.NONE) return known;
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, 2 * size);
            last = Arrays.copyOf(last, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        parents[size] = sequence;
        last[size] = number;
        lengths[size] = lengths[sequence] + 1;
        children.put(key, size);
        return size++;
    }

    byte[] content(int sequence) {
        Hash128 hash = new Hash128().reset();
        for (int at = sequence; at != EMPTY; at = parents[at])
            DiskImage.hashEntry(entries.get(last[at]), hash);
        byte[] content = ByteBuffer.allocate(Long.BYTES).putLong(hash.high).array();
        byContent.put(hash.high, sequence);
        return content;
    }

    /** {@code content} must be a result of an earlier call of {@link #content}. */
    int ofContent(byte[] content) {
        return byContent.get(ByteBuffer.wrap(content).getLong());
    }

    int length(int sequence) {
        return lengths[sequence];
    }

    int prefix(int sequence, int length) {
        int at = sequence;
        while (lengths[at] > length) at = parents[at];
        return at;
    }

    boolean isPrefix(int shorter, int longer) {
        return lengths[shorter] <= lengths[longer] && prefix(longer, lengths[shorter]) == shorter;
    }

    Entry lastEntry(int sequence) {
        return entries.get(last[sequence]);
    }

    int parent(int sequence) {
        return parents[sequence];
    }

    List<Entry> list(int sequence) {
        Entry[] list = new Entry[lengths[sequence]];
        for (int at = sequence; at != EMPTY; at = parents[at])
            list[lengths[at] - 1] = lastEntry(at);
        return List.of(list);
    }

    boolean contains(int sequence, int origin, long request) {
        for (int at = sequence; at != EMPTY; at = parents[at]) {
            Entry entry = lastEntry(at);
            if (entry.origin() == origin && entry.request() == request) return true;
        }
        return false;
    }
}

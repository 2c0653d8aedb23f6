package io.abcast.log;

import io.abcast.kernel.Entry;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A log of consecutive entries in direct memory, which the garbage collector does not manage and so does not copy. To
 * add or remove entries at either end takes constant time; to find a zxid takes logarithmic time. The log's chunks
 * count against the JVM's limit of direct memory. An {@code OffHeapLog} is not thread-safe.
 */
final class OffHeapLog {
    private static final int CAPACITY_MIN = 1024;
    private static final int CHUNK_BYTES_MIN = 64 << 10;
    private static final int CHUNK_BYTES_MAX = 4 << 20;

    // Offset of the request number in an entry, in bytes. An entry consists of its tag, its request
    // number, its place in a slot if the tag announces one, and its payload.
    private static final int REQUEST_AT = 4;
    private static final int PLACE_AT = 12;
    private static final int PLACE_BYTES = 8;

    /** The chunks of memory that hold entries, oldest first; the first one has the number {@link #firstChunk}. */
    private final List<ByteBuffer> chunks = new ArrayList<>();

    private final ArrayDeque<ByteBuffer> spare = new ArrayDeque<>();
    private long firstChunk;

    private int end;

    private long[] zxids = new long[CAPACITY_MIN];

    /**
     * The location of each entry: the number of the entry's chunk in the upper half of the long, and the offset in the
     * chunk in the lower half.
     */
    private long[] places = new long[CAPACITY_MIN];

    /**
     * The payload length of each entry in bytes. The separate array lets the log drop its oldest entries without access
     * to the chunks.
     */
    private int[] lengths = new int[CAPACITY_MIN];

    private int head;
    private int size;

    private int sizeMost;

    private long bytes;

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    long zxid(int i) {
        return zxids[slot(i)];
    }

    Entry get(int i) {
        int slot = slot(i);
        ByteBuffer chunk = chunk(places[slot]);
        int at = (int) places[slot];
        byte[] payload = new byte[lengths[slot]];
        int tag = chunk.getInt(at);
        boolean placed = (tag & Records.PLACED) != 0;
        chunk.get(at + payloadAt(placed), payload);
        return Entry.tagged(
                zxids[slot],
                tag & ~Records.PLACED,
                placed ? chunk.getLong(at + PLACE_AT) : 0,
                chunk.getLong(at + REQUEST_AT),
                payload);
    }

    private static int payloadAt(boolean placed) {
        return placed ? PLACE_AT + PLACE_BYTES : PLACE_AT;
    }

    int bytes(int i) {
        return Entry.OVERHEAD_BYTES + lengths[slot(i)];
    }

    /** @throws OutOfMemoryError if the JVM's limit of direct memory is reached; the log is unchanged */
    void addLast(Entry entry) {
        byte[] payload = entry.payload();
        boolean placed = entry.place() != 0;
        int length = payloadAt(placed) + payload.length;
        if (chunks.isEmpty() || chunks.get(chunks.size() - 1).capacity() - end < length)
            addChunk(length);
        if (size == zxids.length) resize(size * 2);
        else if (((head + size) & (zxids.length - 1)) == 0) fit();
        ByteBuffer chunk = chunks.get(chunks.size() - 1);
        chunk.putInt(end, placed ? entry.tag() | Records.PLACED : entry.tag());
        chunk.putLong(end + REQUEST_AT, entry.request());
        if (placed) chunk.putLong(end + PLACE_AT, entry.place());
        chunk.put(end + payloadAt(placed), payload);
        int slot = (head + size++) & (zxids.length - 1);
        sizeMost = Math.max(sizeMost, size);
        zxids[slot] = entry.zxid();
        lengths[slot] = payload.length;
        places[slot] = ((firstChunk + chunks.size() - 1) << 32) | end;
        end += length;
        bytes += entry.bytes();
    }

    void removeLast() {
        bytes -= bytes(size - 1);
        long place = places[slot(size - 1)];
        size--;
        while (firstChunk + chunks.size() - 1 > place >>> 32) retire(chunks.size() - 1);
        end = (int) place;
    }

    void removeFirst() {
        bytes -= bytes(0);
        head = (head + 1) & (zxids.length - 1);
        size--;
        if (size == 0) {
            clear();
            return;
        }
        long first = places[head] >>> 32;
        while (firstChunk < first) {
            retire(0);
            firstChunk++;
        }
    }

    void clear() {
        firstChunk += chunks.size();
        while (!chunks.isEmpty()) retire(chunks.size() - 1);
        end = 0;
        head = 0;
        size = 0;
        bytes = 0;
    }

    int countThrough(long zxid) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (zxid(middle) <= zxid) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    private int slot(int i) {
        assert i >= 0 && i < size : i + " of " + size;
        return (head + i) & (zxids.length - 1);
    }

    private ByteBuffer chunk(long place) {
        return chunks.get((int) ((place >>> 32) - firstChunk));
    }

    private void addChunk(int lengthMin) {
        ByteBuffer again = spare.peek();
        ByteBuffer chunk;
        if (again != null && again.capacity() >= lengthMin) {
            chunk = spare.remove();
        } else {
            long grown = Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES_MIN, bytes));
            chunk = ByteBuffer.allocateDirect((int) Math.max(lengthMin, grown));
        }
        chunks.add(chunk);
        end = 0;
    }

    private void retire(int i) {
        ByteBuffer chunk = chunks.remove(i);
        if (chunk.capacity() == CHUNK_BYTES_MAX && spare.size() <= chunks.size()) spare.add(chunk);
    }

    /**
     * Halves the arrays if the log has used less than an eighth of them since the last call. Arrays that shrank and
     * grew with each snapshot would cost more time than adding the entries.
     */
    private void fit() {
        if (sizeMost < zxids.length / 8 && zxids.length > CAPACITY_MIN) resize(zxids.length / 2);
        sizeMost = size;
    }

    int capacity() {
        return zxids.length;
    }

    private void resize(int capacity) {
        long[] newZxids = new long[capacity];
        long[] newPlaces = new long[capacity];
        int[] newLengths = new int[capacity];
        for (int i = 0; i < size; i++) {
            newZxids[i] = zxids[slot(i)];
            newPlaces[i] = places[slot(i)];
            newLengths[i] = lengths[slot(i)];
        }
        zxids = newZxids;
        places = newPlaces;
        lengths = newLengths;
        head = 0;
    }
}

package io.abcast.log;

import io.abcast.kernel.Entry;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A log of consecutive entries in direct memory, which the garbage collector does not manage. On the heap, garbage
 * collections would copy a log of a hundred megabytes many times, although almost no entry is read again. To add or
 * remove entries at either end takes constant time; to find a zxid takes logarithmic time.
 *
 * <p>The log copies entries, one after the other, into chunks of direct memory; {@link #get} copies an entry out. The
 * log reuses chunks of direct memory that it no longer needs. The log's chunks count against the JVM's limit of direct
 * memory.
 *
 * <p>An {@code OffHeapLog} is not thread-safe.
 */
final class OffHeapLog {
    private static final int CAPACITY_MIN = 1024;
    private static final int CHUNK_BYTES_MIN = 64 << 10;
    private static final int CHUNK_BYTES_MAX = 4 << 20;

    // Offset of the request number in an entry, in bytes. In its chunk, an entry consists of its
    // tag, its request number, its place in a slot if the tag announces this place, and its
    // payload.
    private static final int REQUEST_AT = 4;
    private static final int PLACE_AT = 12;
    private static final int PLACE_BYTES = 8;

    /**
     * The chunks that hold entries, with the oldest chunk first. The first chunk in the list has the number
     * {@link #firstChunk}.
     */
    private final List<ByteBuffer> chunks = new ArrayList<>();

    private final ArrayDeque<ByteBuffer> spare = new ArrayDeque<>();
    private long firstChunk;

    /** The offset in the last chunk at which the log will write the next entry. */
    private int end;

    private long[] zxids = new long[CAPACITY_MIN];

    /**
     * The location of each entry: the number of the entry's chunk in the upper half of the long, and the offset in the
     * chunk in the lower half.
     */
    private long[] places = new long[CAPACITY_MIN];

    /**
     * The payload length of each entry, in bytes. The separate array of lengths lets the log drop its oldest entries
     * without access to the chunks.
     */
    private int[] lengths = new int[CAPACITY_MIN];

    private int head;
    private int size;

    /**
     * The largest number of entries in this log at any time since {@link #fit} last decided about the size of the
     * arrays.
     */
    private int sizeMost;

    private long bytes;

    int size() {
        return size;
    }

    /** Returns the sum of {@link Entry#bytes} of all entries in this log. */
    long bytes() {
        return bytes;
    }

    long zxid(int i) {
        return zxids[slot(i)];
    }

    /** Returns a copy of the entry with index {@code i} in this log, from 0. */
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

    /** Returns {@link Entry#bytes} of the entry with index {@code i} in this log. */
    int bytes(int i) {
        return Entry.OVERHEAD_BYTES + lengths[slot(i)];
    }

    /**
     * @throws OutOfMemoryError if the JVM's limit of direct memory is reached. An {@code OutOfMemoryError} leaves the
     *     log unchanged
     */
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

    /** Returns the number of entries of this log at or before {@code zxid}. */
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

    /**
     * Releases a chunk of direct memory that the log no longer uses. A chunk is kept for reuse if it has the usual
     * size, and if the log keeps fewer unused chunks than chunks with entries.
     */
    private void retire(int i) {
        ByteBuffer chunk = chunks.remove(i);
        if (chunk.capacity() == CHUNK_BYTES_MAX && spare.size() <= chunks.size()) spare.add(chunk);
    }

    /**
     * Halves the arrays of entry locations if the log has used less than an eighth of them since the last call. The log
     * calls fit when its entries have moved once through the arrays; a purge alone does not halve the arrays. If the
     * arrays of locations shrank and grew with each snapshot, copying the arrays would take more time than adding the
     * entries.
     */
    private void fit() {
        if (sizeMost < zxids.length / 8 && zxids.length > CAPACITY_MIN) resize(zxids.length / 2);
        sizeMost = size;
    }

    /** Returns the number of entries whose locations fit into the arrays. */
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

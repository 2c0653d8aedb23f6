package io.abcast.ordering.camu;

import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.LogPayload.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The log entries that a leader has decided on and not yet given to its log node, in the order of the decisions. */
final class EntryQueue {
    static final int FLIGHT_MAX = 64;

    private static final int SCRATCH_BYTES = 1 << 12;

    /** Size in bytes of the queued log entries above which the leader takes no new transactions. */
    static final long BYTES_MAX = 32 << 20;

    private final int batchBytesMax;
    private final Predicate<byte[]> log;
    private final ArrayDeque<PartitionEntry> waiting = new ArrayDeque<>();
    private long bytes;

    private record Given(byte[] bytes, Batch batch) {}

    private final ArrayDeque<Given> flight = new ArrayDeque<>();

    private Given held;

    private final WireWriter scratch = new WireWriter(SCRATCH_BYTES);

    EntryQueue(int batchBytesMax, Predicate<byte[]> log) {
        this.batchBytesMax = batchBytesMax;
        this.log = log;
    }

    void add(PartitionEntry entry) {
        waiting.add(entry);
        bytes += entry.bytes();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean isFull() {
        return bytes >= BYTES_MAX;
    }

    long bytes() {
        return bytes;
    }

    /**
     * Returns {@code null} if this queue has not given the bytes to the log, or if an earlier payload of this queue is
     * not applied yet.
     */
    @SuppressWarnings("ReferenceEquality") // an equal array may hold another leader's payload
    Batch delivered(byte[] bytes) {
        Given first = flight.peek();
        return first == null || first.bytes != bytes ? null : first.batch;
    }

    void applied() {
        flight.remove();
    }

    void flush(long term, Front front, long physical) {
        if (held != null && !give(held)) return;
        while (!waiting.isEmpty() && flight.size() < FLIGHT_MAX) {
            List<PartitionEntry> batch = new ArrayList<>();
            int size = 0;
            while (!waiting.isEmpty()) {
                int more = waiting.peek().bytes();
                if (!batch.isEmpty() && size + more > batchBytesMax) break;
                size += more;
                batch.add(waiting.poll());
            }
            bytes -= size;
            long first = front.n() + 1;
            front.advance(physical, batch);
            Batch next = new Batch(term, first, physical, batch);
            if (!give(new Given(next.encode(scratch), next))) return;
        }
    }

    /**
     * Returns false if the log node has no room for the payload. The queue keeps a payload for which the log node has
     * no room, because the term's later payloads would have no effect without it.
     */
    private boolean give(Given next) {
        // The queue records the payload before it calls the log node, because the log node may
        // deliver the payload during the call.
        flight.add(next);
        held = null;
        if (log.test(next.bytes)) return true;
        flight.removeLast();
        held = next;
        return false;
    }
}

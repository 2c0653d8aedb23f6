package io.abcast.ordering.camu;

import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.LogPayload.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The entries that a leader has decided on and not yet given to its log node, in their order. */
final class EntryQueue {
    /** Maximum number of payloads that the log node has and has not delivered. */
    static final int FLIGHT_MAX = 64;

    private static final int SCRATCH_BYTES = 1 << 12;

    /** Size of the waiting entries in bytes above which the leader refuses new transactions as busy. */
    static final long BYTES_MAX = 32 << 20;

    private final int batchBytesMax;
    private final Predicate<byte[]> log;
    private final ArrayDeque<PartitionEntry> waiting = new ArrayDeque<>();
    private long bytes;

    /** A payload and its bytes. */
    private record Given(byte[] bytes, Batch batch) {}

    /** The payloads that the log node has and has not delivered. */
    private final ArrayDeque<Given> flight = new ArrayDeque<>();

    /** The next payload, if the log node had no room for it; otherwise {@code null}. */
    private Given held;

    private final WireWriter scratch = new WireWriter(SCRATCH_BYTES);

    /** @param log gives a payload to the log node; false if the log node has no room for it */
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
     * Returns the payload whose bytes the log delivers, so that they need not be decoded. Returns {@code null} if this
     * object has not given the bytes to the log, or if another payload is to be applied before.
     */
    @SuppressWarnings("ReferenceEquality") // another array may hold another leader's payload
    Batch delivered(byte[] bytes) {
        Given first = flight.peek();
        return first == null || first.bytes != bytes ? null : first.batch;
    }

    /** A payload of this leader has been applied. */
    void applied() {
        flight.remove();
    }

    /** Gives waiting entries to the log node while it has room. */
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

    /** Later payloads would be void without this one. */
    private boolean give(Given next) {
        // The log node may deliver the payload at once.
        flight.add(next);
        held = null;
        if (log.test(next.bytes)) return true;
        flight.removeLast();
        held = next;
        return false;
    }
}

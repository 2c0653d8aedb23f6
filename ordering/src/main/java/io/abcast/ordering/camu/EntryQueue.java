package io.abcast.ordering.camu;

import io.abcast.ordering.camu.LogPayload.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The entries that a leader has decided on and not yet given to its log node, in their order. */
final class EntryQueue {
    /** Maximum number of payloads that the log node has and has not delivered. */
    static final int FLIGHT_MAX = 64;

    /** Size of the waiting entries in bytes above which the leader refuses new transactions as busy. */
    static final long BYTES_MAX = 32 << 20;

    private final int batchBytesMax;
    private final Consumer<byte[]> log;
    private final ArrayDeque<PartitionEntry> waiting = new ArrayDeque<>();
    private long bytes;
    private int inFlight;

    EntryQueue(int batchBytesMax, Consumer<byte[]> log) {
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

    /** A payload of this leader has been applied. */
    void applied() {
        inFlight--;
        assert inFlight >= 0 : inFlight;
    }

    /** Gives waiting entries to the log node. */
    void flush(long term, Front front, long physical) {
        if (inFlight == FLIGHT_MAX) return;
        while (!waiting.isEmpty() && inFlight < FLIGHT_MAX) {
            List<PartitionEntry> batch = new ArrayList<>();
            int size = 0;
            while (!waiting.isEmpty()) {
                int next = waiting.peek().bytes();
                if (!batch.isEmpty() && size + next > batchBytesMax) break;
                size += next;
                batch.add(waiting.poll());
            }
            bytes -= size;
            inFlight++;
            long first = front.n() + 1;
            front.advance(physical, batch);
            log.accept(new Batch(term, first, physical, batch).encode());
        }
    }
}

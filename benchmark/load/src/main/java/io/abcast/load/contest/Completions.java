package io.abcast.load.contest;

import io.abcast.load.Operation;
import io.abcast.load.RequestOutcome;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes completed operations in batches from a system's threads to their shard. The first operation of a batch wakes
 * the shard; operations that complete before the shard runs join the batch. A batch never has more operations than are
 * in flight.
 */
public final class Completions {
    private static final class Completion {
        private final Operation operation;
        private final RequestOutcome code;
        private Completion next;

        Completion(Operation operation, RequestOutcome code) {
            this.operation = operation;
            this.code = code;
        }
    }

    private final Executor shard;

    /**
     * The newest completed operation, which links to the older operations; {@code null} while the batch is empty and
     * the shard is not scheduled.
     */
    private final AtomicReference<Completion> newest = new AtomicReference<>();

    public Completions(Executor shard) {
        this.shard = shard;
    }

    /** Adds a completed operation. Any thread may call this method. */
    public void add(Operation operation, RequestOutcome code) {
        Completion completion = new Completion(operation, code);
        Completion before;
        do {
            before = newest.get();
            completion.next = before;
        } while (!newest.compareAndSet(before, completion));
        if (before != null) return;
        try {
            shard.execute(this::drain);
        } catch (RejectedExecutionException e) {
            // The load has been stopped, so no code reads the results of these operations.
            newest.set(null);
        }
    }

    private void drain() {
        Completion reversed = null;
        Completion rest = newest.getAndSet(null);
        while (rest != null) {
            Completion following = rest.next;
            rest.next = reversed;
            reversed = rest;
            rest = following;
        }
        for (Completion c = reversed; c != null; c = c.next) c.operation.completed(c.code);
    }
}

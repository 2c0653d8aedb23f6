package io.abcast.load.contest;

import io.abcast.load.Operation;
import io.abcast.load.RequestOutcome;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes completed operations in batches from the threads of a measured system to the thread of the operations' shard.
 * The first operation of a batch wakes the shard; operations that complete before the shard runs join this batch. A
 * batch of completed operations never has more operations than are in flight.
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
     * The newest completed operation, which links to the older completed operations; {@code null} while the batch is
     * empty and the shard need not run.
     */
    private final AtomicReference<Completion> newest = new AtomicReference<>();

    public Completions(Executor shard) {
        this.shard = shard;
    }

    /** Adds a completed operation. Any thread may call the method {@code add}. */
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
            // The load has been stopped, so no code reads the results of these completed
            // operations.
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

package io.abcast.load.contest;

import io.abcast.load.Operation;
import io.abcast.load.RequestOutcome;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes completed operations in batches from the threads of a measured system to the thread of the clients that sent
 * them. The number of operations in flight bounds the size of a batch.
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
     * Linked stack, newest first; {@code null} while the batch is empty and no run of the clients' executor is
     * scheduled.
     */
    private final AtomicReference<Completion> newest = new AtomicReference<>();

    public Completions(Executor shard) {
        this.shard = shard;
    }

    /** Adds a completed operation; any thread may call this method. */
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
            // Drop the completed operations, because the load has been stopped.
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

package io.abcast.load.contest;

import io.abcast.load.Operation;
import io.abcast.load.RequestOutcome;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Carries completed operations from a system's threads to their shard, a batch at a time: the first of a batch wakes
 * the shard, those that complete until it runs go with it. Bounded by the operations under way.
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

    /** Newest first; {@code null}: empty and no run scheduled. */
    private final AtomicReference<Completion> newest = new AtomicReference<>();

    public Completions(Executor shard) {
        this.shard = shard;
    }

    /** From any thread. */
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
            // The load has been stopped: nobody waits for it.
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

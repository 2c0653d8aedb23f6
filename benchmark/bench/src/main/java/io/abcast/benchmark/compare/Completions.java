package io.abcast.benchmark.compare;

import io.abcast.benchmark.load.Operation;
import io.abcast.client.wire.ReplyCode;
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
        private final ReplyCode code;
        private Completion next;

        Completion(Operation operation, ReplyCode code) {
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
    public void add(Operation operation, ReplyCode code) {
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

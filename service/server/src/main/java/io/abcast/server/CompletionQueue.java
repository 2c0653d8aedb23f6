package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Carries completed requests from the member's event loop to one I/O event loop, a batch at a time: the
 * first request of a batch wakes the I/O loop, those that complete until it runs go with it.
 *
 * <p>Bounded by the number of requests admitted. Requests come out in the order they went in.
 */
final class CompletionQueue {
    private final Executor loop;
    private final Runnable afterBatch;

    /** Newest first; {@code null}: empty and no run scheduled. */
    private final AtomicReference<ClientRequest> newest = new AtomicReference<>();

    /** @param afterBatch run on {@code loop} after the replies of a batch: flushes */
    CompletionQueue(Executor loop, Runnable afterBatch) {
        this.loop = loop;
        this.afterBatch = afterBatch;
    }

    /** From any thread. */
    void add(ClientRequest request) {
        if (put(request)) wake();
    }

    /**
     * Adds a request without waking the I/O loop, which the caller does when it has no more for now. From any thread.
     *
     * @return whether {@link #wake} has to follow
     */
    boolean put(ClientRequest request) {
        ClientRequest before;
        do {
            before = newest.get();
            request.next = before;
        } while (!newest.compareAndSet(before, request));
        return before == null;
    }

    /** From any thread. */
    void wake() {
        try {
            loop.execute(this::drain);
        } catch (RejectedExecutionException e) {
            // The server is stopping and its connections are closed: nobody waits for a reply.
            newest.set(null);
        }
    }

    private void drain() {
        ClientRequest request = oldestFirst(newest.getAndSet(null));
        while (request != null) {
            ClientRequest following = request.next;
            request.next = null;
            request.reply();
            request = following;
        }
        afterBatch.run();
    }

    private static ClientRequest oldestFirst(ClientRequest newestFirst) {
        ClientRequest reversed = null;
        ClientRequest rest = newestFirst;
        while (rest != null) {
            ClientRequest following = rest.next;
            rest.next = reversed;
            reversed = rest;
            rest = following;
        }
        return reversed;
    }
}

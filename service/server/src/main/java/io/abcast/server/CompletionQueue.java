package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes completed requests from the member's event loop to one I/O event loop in batches. The first request of a batch
 * wakes the I/O loop. Requests that complete before the I/O loop runs are added to the same batch.
 *
 * <p>The number of admitted requests bounds the length of the queue. Requests leave the queue in the order in which
 * they were added.
 */
final class CompletionQueue {
    private final Executor loop;
    private final Runnable afterBatch;

    /**
     * The request that was added last, which links to those added before. {@code null} if the queue is empty and no run
     * of the I/O loop is scheduled.
     */
    private final AtomicReference<ClientRequest> newest = new AtomicReference<>();

    /**
     * Makes a queue.
     *
     * @param afterBatch runs on {@code loop} after the replies of a batch, to flush them
     */
    CompletionQueue(Executor loop, Runnable afterBatch) {
        this.loop = loop;
        this.afterBatch = afterBatch;
    }

    /** Adds a request, and wakes the I/O loop if necessary. Any thread may call this method. */
    void add(ClientRequest request) {
        if (put(request)) wake();
    }

    /**
     * Adds a request without waking the I/O loop. The caller wakes the loop after the last request of its batch. Any
     * thread may call this method.
     *
     * @return whether the caller must call {@link #wake}
     */
    boolean put(ClientRequest request) {
        ClientRequest before;
        do {
            before = newest.get();
            request.next = before;
        } while (!newest.compareAndSet(before, request));
        return before == null;
    }

    /** Lets the I/O loop answer the waiting requests. Any thread may call this method. */
    void wake() {
        try {
            loop.execute(this::drain);
        } catch (RejectedExecutionException e) {
            // The server is stopping and its connections are closed, so the replies are dropped.
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

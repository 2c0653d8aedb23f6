package io.abcast.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes completed requests in batches from the member's event loop to one I/O event loop, in the order in which they
 * were added. The first completed request schedules a run of the I/O event loop; all requests that complete before this
 * run form one batch.
 *
 * <p>The number of admitted requests bounds the number of requests in this queue.
 */
final class CompletionQueue {
    private final Executor loop;
    private final Runnable afterBatch;

    /**
     * Head of a linked stack, the request that was added last; {@code null} if the queue is empty and no run of the I/O
     * loop is scheduled.
     */
    private final AtomicReference<ClientRequest> newest = new AtomicReference<>();

    /** @param afterBatch action that runs on {@code loop} after the replies of a batch, to flush the replies */
    CompletionQueue(Executor loop, Runnable afterBatch) {
        this.loop = loop;
        this.afterBatch = afterBatch;
    }

    void add(ClientRequest request) {
        if (put(request)) wake();
    }

    /**
     * Adds a completed request without waking the I/O loop; called by any thread.
     *
     * @return whether the caller must call {@link #wake} after its batch
     */
    boolean put(ClientRequest request) {
        ClientRequest before;
        do {
            before = newest.get();
            request.next = before;
        } while (!newest.compareAndSet(before, request));
        return before == null;
    }

    void wake() {
        try {
            loop.execute(this::drain);
        } catch (RejectedExecutionException e) {
            // The server is stopping and its connections are closed, so the completed requests get
            // no replies.
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

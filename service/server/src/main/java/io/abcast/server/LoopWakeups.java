package io.abcast.server;

/**
 * Completes requests on any thread, and wakes the completion queues of these requests. An event loop wakes the queues
 * once, after its batch. Any other thread wakes the queue at once, for example the thread that attaches a callback to a
 * future that is already complete.
 *
 * <p><b>Thread rule:</b> any thread may call any method of {@code LoopWakeups}.
 */
final class LoopWakeups {
    /**
     * The completion queues that an event loop wakes after its present batch; {@code null} on a thread that is no event
     * loop.
     */
    private static final ThreadLocal<Wakeups> OF_LOOP = new ThreadLocal<>();

    /** Declares that the calling thread is an event loop, which calls {@link #wake} after the answers of each batch. */
    void own() {
        if (OF_LOOP.get() == null) OF_LOOP.set(new Wakeups());
    }

    /** Completes a request, see {@link ClientRequest#done(long, WriteResult)}. */
    void complete(ClientRequest request, long position, WriteResult result) {
        Wakeups wakeups = OF_LOOP.get();
        if (wakeups == null) request.done(position, result);
        else request.done(position, result, wakeups);
    }

    /** Wakes the completion queues of the requests that the calling event loop has completed in its present batch. */
    void wake() {
        OF_LOOP.get().wake();
    }
}

package io.abcast.server;

/**
 * Completes the requests of several event loops. On an event loop, the queue of a request is woken after the batch. On
 * any other thread no batch ends, so the queue is woken at once. A callback of a future runs on such a thread if the
 * future was complete before the callback was attached.
 *
 * <p><b>Thread rule:</b> any thread may call any method.
 */
final class LoopWakeups {
    /** The queues that a loop wakes after its present batch; {@code null} on a thread that is no event loop. */
    private static final ThreadLocal<Wakeups> OF_LOOP = new ThreadLocal<>();

    /** Declares that the calling thread is an event loop, which calls {@link #wake} after the answers of each batch. */
    void own() {
        if (OF_LOOP.get() == null) OF_LOOP.set(new Wakeups());
    }

    /** See {@link ClientRequest#done(long, WriteResult)}. */
    void complete(ClientRequest request, long position, WriteResult result) {
        Wakeups wakeups = OF_LOOP.get();
        if (wakeups == null) request.done(position, result);
        else request.done(position, result, wakeups);
    }

    /** Wakes the queues of the requests that the calling event loop has completed in this batch. */
    void wake() {
        OF_LOOP.get().wake();
    }
}

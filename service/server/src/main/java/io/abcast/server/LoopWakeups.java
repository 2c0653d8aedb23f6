package io.abcast.server;

/**
 * Completes requests on any thread, and wakes their completion queues: on an event loop once after its batch, on any
 * other thread at once.
 */
final class LoopWakeups {
    /** The completion queues to wake after the present batch; {@code null} on a thread that is no event loop. */
    private static final ThreadLocal<Wakeups> OF_LOOP = new ThreadLocal<>();

    /**
     * Declares that the calling thread is an event loop, which must call {@link #wake} after the answers of each batch.
     */
    void own() {
        if (OF_LOOP.get() == null) OF_LOOP.set(new Wakeups());
    }

    void complete(ClientRequest request, long position, WriteResult result) {
        Wakeups wakeups = OF_LOOP.get();
        if (wakeups == null) request.done(position, result);
        else request.done(position, result, wakeups);
    }

    void wake() {
        OF_LOOP.get().wake();
    }
}

package io.abcast.load;

/** A load under way, here or in other processes. Used by one thread; calls may block for a moment. */
public interface LoadSource {
    void start();

    /** What was measured since the last call, or since the start. */
    LoadFigures poll();

    /**
     * Sends nothing any more, waits a bounded time for what is under way, and tells what was measured
     * since the last poll.
     */
    LoadFigures stop();
}

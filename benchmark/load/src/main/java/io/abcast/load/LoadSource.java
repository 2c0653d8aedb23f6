package io.abcast.load;

/** A running load, in this process or in other processes. Used by one thread; calls may block for a moment. */
public interface LoadSource {
    void start();

    /** Returns the figures since the last call, or at the first call since the start. */
    LoadFigures poll();

    /** Stops sending and waits a bounded time for requests in flight. Returns the figures since the last poll. */
    LoadFigures stop();
}

package io.abcast.load;

/**
 * A running load on servers; its clients are in this process or in other processes. Only one thread uses a load; calls
 * of a load may block for a moment.
 */
public interface LoadSource {
    void start();

    /**
     * Returns the figures of the load since the last call of {@code poll}, or since the start of the load if there was
     * no call.
     */
    LoadFigures poll();

    /**
     * Stops the clients of the load, waits a bounded time for answers, and returns the figures since the last call of
     * {@link #poll}.
     */
    LoadFigures stop();
}

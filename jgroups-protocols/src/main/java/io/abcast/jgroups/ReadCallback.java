package io.abcast.jgroups;

/**
 * Receives the outcome of a linearizable read. For each read, the member calls exactly one of the methods
 * {@link #onReady} and {@link #onFailed}, once.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls the methods, as it calls the methods of an
 * {@link AbcastCallback}.
 */
public interface ReadCallback {
    /**
     * Reports that the state of this member includes all requests that had completed at any member when the read was
     * requested.
     */
    void onReady();

    /**
     * Reports that the read must take its answer from the present state, but that the caller must not use the answer
     * yet. After {@code onTaken}, the member calls {@link #onReady} or {@link #onFailed} for the read, perhaps after
     * changes of the state. Without {@code onTaken}, the answer could come from the state at the time of {@code
     * onReady}, which may be too new compared with other partitions. Only {@link CAMU} with strict consistency calls
     * {@code onTaken}, between two deliveries. The default implementation of {@code onTaken} does nothing.
     */
    default void onTaken() {}

    void onFailed(AbcastException why);
}

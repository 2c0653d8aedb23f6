package io.abcast.jgroups;

/**
 * Receives the outcome of a linearizable read. For each read, the member calls exactly one of {@link #onReady} and
 * {@link #onFailed}, once.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls the methods, which must not block.
 */
public interface ReadCallback {
    /**
     * Reports that the state of this member includes all requests that had completed at any member when the read was
     * requested.
     */
    void onReady();

    /**
     * Reports that the read must take its answer from the present state, which the caller must not use yet. After
     * {@code onTaken}, the member calls {@link #onReady} or {@link #onFailed} for the read, perhaps after changes of
     * the state. Only {@link CAMU} with strict consistency calls {@code onTaken}, because the state at {@code onReady}
     * may be too new.
     */
    default void onTaken() {}

    void onFailed(AbcastException why);
}

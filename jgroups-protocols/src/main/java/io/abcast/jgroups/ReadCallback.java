package io.abcast.jgroups;

/**
 * Receives the outcome of a linearizable read. Exactly one of {@link #onReady} and {@link #onFailed} is called, once.
 *
 * <p><b>Thread rule:</b> as for {@link AbcastCallback}.
 */
public interface ReadCallback {
    /**
     * Reports that the local state includes all requests that had completed at any member when the read was requested.
     */
    void onReady();

    /**
     * Reports that the present state answers the read, and that the answer must wait. {@link #onReady} or {@link
     * #onFailed} follows, perhaps after changes of the state. Such a later state may be too new for the answer. Called
     * between two deliveries, by {@link CAMU} with strict consistency only. The default does nothing.
     */
    default void onTaken() {}

    void onFailed(AbcastException why);
}

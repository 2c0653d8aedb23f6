package io.abcast.jgroups;

/**
 * Receives the outcome of a linearizable read. Exactly one method is called, once.
 *
 * <p><b>Thread rule:</b> as for {@link AbcastCallback}.
 */
public interface ReadCallback {
    /**
     * Reports that the local state includes all requests that had completed at any member when the read was requested.
     */
    void onReady();

    void onFailed(AbcastException why);
}

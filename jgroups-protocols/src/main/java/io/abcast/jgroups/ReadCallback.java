package io.abcast.jgroups;

/**
 * Told when a linearizable read may be served; exactly one method is called, once.
 *
 * <p><b>Thread rule:</b> as {@link AbcastCallback}.
 */
public interface ReadCallback {
    /** The local state contains everything that had completed anywhere when the read was asked for. */
    void onReady();

    void onFailed(AbcastException why);
}

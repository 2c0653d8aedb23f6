package io.abcast.load;

/**
 * A load that can continue with fewer clients than at its start. Many clients can warm up a system before few clients
 * are measured; few clients alone would need minutes for a warm-up.
 */
public interface ShrinkableLoad extends LoadSource {
    /**
     * Keeps {@code clients} clients of the load active, at least one. All other clients of the load end after the
     * replies to their requests in flight. The method has no effect on an open loop.
     */
    void keep(int clients);
}

package io.abcast.load;

/**
 * A load that can continue with fewer clients than at its start. Many clients can warm up a system before few clients
 * are measured, which alone would need minutes for a warm-up.
 */
public interface ShrinkableLoad extends LoadSource {
    /**
     * Keeps {@code clients} clients active, at least one; others end after the replies to their requests in flight. No
     * effect on an open loop.
     */
    void keep(int clients);
}

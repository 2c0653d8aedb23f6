package io.abcast.load;

/**
 * A load that can continue with fewer clients than at its start, so that many clients warm up a system before few
 * clients are measured. A few clients alone would need minutes to warm it up.
 */
public interface ShrinkableLoad extends LoadSource {
    /**
     * Keeps {@code clients} clients, at least one. Each other client ends after the reply to its request in flight. The
     * method has no effect on an open loop.
     */
    void keep(int clients);
}

package io.abcast.load;

/**
 * A load that can continue with fewer clients than it began with. A few clients alone would take minutes to warm up a
 * system.
 */
public interface ShrinkableLoad extends LoadSource {
    /**
     * Keeps {@code clients} clients, at least one; the others send no request after their reply. No effect on an open
     * loop.
     */
    void keep(int clients);
}

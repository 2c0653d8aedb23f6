package io.abcast.load;

/**
 * A load that can continue with fewer clients than at its start. With a shrinkable load, many clients can warm up a
 * system before few clients are measured. A few clients alone would need minutes to warm up a system.
 */
public interface ShrinkableLoad extends LoadSource {
    /**
     * Keeps {@code clients} clients of the load active, at least one. Each client that {@code keep} does not keep ends
     * after the reply to its request in flight. The method {@code keep} has no effect on an open loop.
     */
    void keep(int clients);
}

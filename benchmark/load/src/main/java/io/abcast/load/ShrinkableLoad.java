package io.abcast.load;

/** A load that can go on with fewer clients than it began with: few alone would take minutes to warm a system up. */
public interface ShrinkableLoad extends LoadSource {
    /** From now on only so many clients, at least one, send again after their reply. Nothing changes for an open loop. */
    void keep(int clients);
}

package io.abcast.sim;

import io.abcast.kernel.Probe;

/** A look at a member of an ensemble that is founded, and repaired by a person when a majority has lost its storages. */
public interface EnsembleProbe extends Probe {
    /** Names the founding of the member's ensemble; 0: it belongs to none yet. */
    long era();

    /** Whether the member belongs to an ensemble in which it does not vote, because it has lost its votes. */
    boolean recovering();

    /** Why the member does not serve, as its status shows it; empty if it does. */
    String reason();
}

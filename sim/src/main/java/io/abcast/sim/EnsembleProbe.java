package io.abcast.sim;

import io.abcast.kernel.Probe;

/**
 * Probe of a member of an ensemble that is founded once. An operator repairs such an ensemble when a majority has lost
 * its storages.
 */
public interface EnsembleProbe extends Probe {
    /** Era of the member's ensemble; 0 if the member does not yet belong to an ensemble. */
    long era();

    /** Whether the member belongs to an ensemble but does not vote, because it has lost its votes. */
    boolean recovering();

    /** Reason for which the member does not serve, as its status shows it; empty if it serves. */
    String reason();
}

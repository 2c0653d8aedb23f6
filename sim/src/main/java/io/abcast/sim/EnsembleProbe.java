package io.abcast.sim;

import io.abcast.kernel.Probe;

/**
 * Shows the state of a member whose ensemble is founded only once. An operator repairs an ensemble that is founded only
 * once, when a majority of its members has lost its storages.
 */
public interface EnsembleProbe extends Probe {
    /**
     * Era of the member's ensemble, the random number of its founding; 0 if the member does not yet belong to an
     * ensemble.
     */
    long era();

    /** Whether the member belongs to an ensemble but does not vote, because it has lost its votes. */
    boolean recovering();

    /**
     * Reason for which the member does not serve requests, as the member's status shows it; empty if the member serves.
     */
    String reason();
}

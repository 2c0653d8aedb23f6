package io.abcast.sim;

import io.abcast.kernel.Probe;

/**
 * Shows the state of a member whose ensemble is founded only once, and which an operator must repair after a majority
 * of the members has lost its storages.
 */
public interface EnsembleProbe extends Probe {
    /**
     * Era of the member's ensemble (random number of the ensemble's founding); 0 if the member does not yet belong to
     * an ensemble.
     */
    long era();

    /** Whether the member belongs to an ensemble but does not vote, because it has forgotten votes that it has cast. */
    boolean recovering();

    /**
     * Reason for which the member does not serve requests, as the member's status shows it; empty if the member serves.
     */
    String reason();
}

package io.abcast.ordering.log;

import io.abcast.kernel.NodeStatus;
import java.util.Map;

/**
 * Status of a node in an ensemble whose members never change: the members found the ensemble together, and a member may
 * lose its votes.
 */
public interface EnsembleStatus extends NodeStatus {
    /** Random number that names the founding of the ensemble; 0 if this member belongs to no ensemble yet. */
    long era();

    /** Number of members that vote, as far as this member knows. */
    int votersLeft();

    /** Whether this member has lost its votes and may not vote. */
    boolean recovering();

    /**
     * Number of received messages that violated a rule of the protocol or exceeded a bound, by server id of the sender.
     * The returned map is unmodifiable.
     */
    Map<Integer, Long> messagesRefused();
}

package io.abcast.ordering.log;

import io.abcast.kernel.Node;
import io.abcast.kernel.QueueVisitor;
import java.util.Set;

/**
 * A node of an ensemble whose members never change: the members found the ensemble together, and a member may lose its
 * votes. Only the thread that runs the node calls the methods of this interface, between two events.
 */
public interface EnsembleNode extends Node {
    /** The phase in which this member is, as its protocol names the phases. */
    Enum<?> phase();

    /** The reason why this member orders no requests; empty if it orders requests. */
    String reason();

    /**
     * Whether this member votes; false until the member has read its whole log, because it may not know all its earlier
     * votes.
     */
    boolean votes();

    /** The era, the number of the founding, of this member's ensemble; 0 if the member belongs to no ensemble yet. */
    long era();

    /** Whether this member belongs to an ensemble, has lost its votes and may not vote. */
    boolean recovering();

    EnsembleStatus status();

    /**
     * Passes the lengths and bounds of the node's queues to the visitor {@code to}, see {@link
     * io.abcast.kernel.Probe#visitQueues}.
     */
    void visitQueues(QueueVisitor to);

    /** Ignores the reachable members, because heartbeats of the protocol show which members are reachable. */
    @Override
    default void onReachable(Set<Integer> reachable) {}
}

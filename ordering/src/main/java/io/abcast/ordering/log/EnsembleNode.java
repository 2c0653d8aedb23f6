package io.abcast.ordering.log;

import io.abcast.kernel.Node;
import io.abcast.kernel.QueueVisitor;
import java.util.Set;

/**
 * A node of a fixed ensemble. Its members found the ensemble together, and may lose their votes. All methods are called
 * by the thread that runs the node, between two events.
 */
public interface EnsembleNode extends Node {
    /** The phase of this member in the protocol. */
    Enum<?> phase();

    /** The reason why this member is inactive; empty if it is active. */
    String reason();

    /** Whether this member votes. False until the whole log is read, because votes may still be missing. */
    boolean votes();

    /** The era of the ensemble that this member belongs to; 0 if the member belongs to no ensemble yet. */
    long era();

    /** Whether this member belongs to an ensemble, and has lost its votes. */
    boolean recovering();

    EnsembleStatus status();

    /** See {@link io.abcast.kernel.Probe#visitQueues}. */
    void visitQueues(QueueVisitor to);

    /** Ignored: heartbeats show which members are reachable. */
    @Override
    default void onReachable(Set<Integer> reachable) {}
}

package io.abcast.ordering.log;

import io.abcast.kernel.NodeStatus;
import java.util.Map;

/** Status of a node of a fixed ensemble. Its members found the ensemble together, and may lose their votes. */
public interface EnsembleStatus extends NodeStatus {
    /** Random number that names the founding of the ensemble; 0 if this member belongs to no ensemble yet. */
    long era();

    /** Number of members that vote, as far as this member knows. */
    int votersLeft();

    /** Whether this member has lost its votes. */
    boolean recovering();

    /**
     * Number of messages that broke a rule of the protocol or a bound, by server id of the sender; unmodifiable.
     */
    Map<Integer, Long> messagesRefused();
}

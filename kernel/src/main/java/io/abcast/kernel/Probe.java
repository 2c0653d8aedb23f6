package io.abcast.kernel;

import java.util.Map;
import java.util.TreeMap;

/**
 * The state of a node under any protocol, which a driver reads for checkers, fault schedules and operators. The node's
 * thread calls all methods of a probe, between two events of the node.
 */
public interface Probe {
    /** Whether this member is an established leader, which may order requests. */
    boolean leads();

    /** Whether this member reports to its callers that their requests are being ordered now. */
    boolean active();

    /** The epoch that this member leads or follows. */
    int epoch();

    /**
     * Whether the votes of this member count in elections. {@code voter} returns false while the member may have
     * forgotten votes.
     */
    boolean voter();

    /**
     * Minimum number of voters that must hold an entry durably before this member may deliver the entry in its present
     * epoch. The value 0 means that all epochs of the protocol have the same minimum.
     */
    default int holdersMin() {
        return 0;
    }

    /**
     * The leader of the last epoch that this member entered, if the recovery of that epoch needs a quorum without this
     * leader. The method {@code excludedLeader} returns 0 if the recovery of the epoch may use any quorum.
     */
    default int excludedLeader() {
        return 0;
    }

    /**
     * The membership of the ensemble as this member knows it; {@code null} if the protocol never changes the
     * membership.
     */
    default Membership ensemble() {
        return null;
    }

    /**
     * For each follower that fetches a snapshot from this leader, by server id: number of bytes of the snapshot that
     * the follower still lacks. The caller may change the returned map.
     */
    default Map<Integer, Long> lackedByFollowers() {
        return new TreeMap<>();
    }

    /** Passes the length and the bound of every queue of the node to {@code to}. */
    void visitQueues(QueueVisitor to);

    /**
     * The phase in which this member is, as the protocol names its phases. All probes of one protocol return constants
     * of the same enum.
     */
    Enum<?> phase();

    /** Returns a description of the node's present state in one line, for operators. */
    String line();
}

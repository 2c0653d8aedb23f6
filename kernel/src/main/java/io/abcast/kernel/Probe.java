package io.abcast.kernel;

import java.util.Map;
import java.util.TreeMap;

/**
 * The state of a node that a driver can read under any protocol, for checkers, fault schedules and operators. All
 * methods are called between two events, on the node's thread.
 */
public interface Probe {
    /** Whether this member is an established leader, which may order requests. */
    boolean leads();

    /** Whether this member reports to callers that requests are being ordered through it. */
    boolean active();

    /** The epoch that this member leads or follows. */
    int epoch();

    /** Whether the votes of this member count in elections; false while the member may have forgotten votes. */
    boolean voter();

    /**
     * The number of voters that must durably hold an entry before this member may deliver the entry, by the rules of
     * its epoch. 0 means that the number is the same in all epochs of the protocol.
     */
    default int holdersMin() {
        return 0;
    }

    /**
     * The leader of the epoch that this member entered last, if a quorum without that leader is needed to recover that
     * epoch; 0 if any quorum suffices.
     */
    default int excludedLeader() {
        return 0;
    }

    /** The ensemble as this member knows it; {@code null} if the protocol's ensemble never changes. */
    default Membership ensemble() {
        return null;
    }

    /**
     * For each follower that fetches a snapshot from this leader, by server id: number of bytes that the follower still
     * lacks. The caller may change the map.
     */
    default Map<Integer, Long> lackedByFollowers() {
        return new TreeMap<>();
    }

    /** Passes every queue of the node to {@code to}. Called after a batch. Allocates nothing. */
    void visitQueues(QueueVisitor to);

    /** The phase of this member in the protocol; all probes of one protocol return constants of one enum. */
    Enum<?> phase();

    /** One-line description of the state, for operators. */
    String line();
}

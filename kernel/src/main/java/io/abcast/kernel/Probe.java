package io.abcast.kernel;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a driver may know of a protocol whatever it is: for checkers, fault schedules and people. Asked between two events, on
 * the node's thread.
 */
public interface Probe {
    /** Whether it is an established leader: it may order requests. */
    boolean leads();

    /** Whether it tells callers that requests are being ordered through it. */
    boolean active();

    /** The epoch that it leads or follows. */
    int epoch();

    /** Whether it counts in elections; false while it has forgotten what it knew. */
    boolean voter();

    /**
     * How many voters must hold durably what it delivers now, by the rules of the epoch that it is in; 0: what the protocol needs at any
     * time.
     */
    default int holdersMin() {
        return 0;
    }

    /**
     * The leader of the epoch that it entered last, if a quorum without that leader is needed to recover that epoch; 0 if any quorum will
     * do.
     */
    default int excludedLeader() {
        return 0;
    }

    /** The ensemble as it knows it; {@code null} if it knows none that changes. */
    default Membership ensemble() {
        return null;
    }

    /** Leader: the bytes of its snapshot that each follower which fetches it lacks. The map is the caller's to change. */
    default Map<Integer, Long> lackedByFollowers() {
        return new TreeMap<>();
    }

    /** Shows every queue of the node; asked after a batch. Allocates nothing. */
    void visitQueues(QueueVisitor to);

    /** Where in the protocol it is; all probes of one protocol answer with constants of one enum. */
    Enum<?> phase();

    /** For people. */
    String line();
}

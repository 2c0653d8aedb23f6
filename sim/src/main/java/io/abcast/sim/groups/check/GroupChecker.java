package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.Refusal;
import io.abcast.sim.check.Violation;

/**
 * Checks one invariant of a run with several groups. A subclass overrides the methods for the events that it needs.
 * {@link #audit} checks the whole history once more, and may be slow. The history calls it after another checker has
 * found a violation, and at the end of the run. A checker reports at most its first violation.
 */
public abstract class GroupChecker {
    private final String name;
    private GroupHistory history;
    private boolean reported;

    protected GroupChecker(String name) {
        this.name = name;
    }

    final void watch(GroupHistory watched) {
        history = watched;
    }

    /** The invariant's name in the literature. */
    public final String name() {
        return name;
    }

    protected final GroupHistory history() {
        return history;
    }

    protected final void violated(String what) {
        if (reported) return;
        reported = true;
        history.report(new Violation(name, history.nowNanos(), what));
    }

    protected void onSubmitted(GroupTxn txn) {}

    protected void onRefused(GroupTxn txn, Refusal reason) {}

    /** Notifies of an answer. The state of {@code txn} is the one before the answer. */
    protected void onAnswered(GroupTxn txn, GroupAnswers answers) {}

    /**
     * Notifies of a delivery.
     *
     * @param first whether no replica of the group has delivered this place before
     */
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {}

    /** Notifies of the application's result for the delivery with number {@code seq}. */
    protected void onResult(GroupReplica replica, long seq, byte[] result) {}

    /** Notifies that the replica's state was set to a snapshot, and that the next delivery has number {@code next}. */
    protected void onRestored(GroupReplica replica, long next) {}

    protected void onCrashed(GroupReplica replica) {}

    /** Notifies that a replica of one group has sent a message to a replica of the same or another group. */
    protected void onMessage(GroupMessage message) {}

    protected void onReadAnswered(GroupRead read) {}

    /** Notifies of the digest of the application's state after the delivery with number {@code seq}. */
    protected void onDigest(GroupReplica replica, long seq, long digest) {}

    protected void onHalted(GroupReplica replica, String reason) {}

    /** Notifies that a node or a codec violated the contract between nodes and drivers. */
    protected void onBreach(GroupReplica replica, String what) {}

    /** Notifies that a queue of the replica exceeds its declared bound. */
    protected void onOverflow(GroupReplica replica, String queue, long size, long bound) {}

    /** Checks the whole history that was observed so far. */
    protected void audit() {}

    /** Notifies of the end of the run: all faults are healed, and the groups are at rest. */
    protected void onEnd() {}
}

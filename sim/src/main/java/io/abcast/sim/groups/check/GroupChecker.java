package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.Refusal;
import io.abcast.sim.check.Violation;

/**
 * Checks one invariant of a simulated run with several groups. The {@code GroupHistory} calls {@link #audit} at the end
 * of the run, and after any checker has found a violation. A checker reports at most the first violation of its
 * invariant.
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

    /** Name of the checked invariant, as in the literature. */
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

    /**
     * Notifies the checker that a client has received the answer to the transaction {@code txn}. During this call,
     * {@code txn} still has the state before the answer.
     */
    protected void onAnswered(GroupTxn txn, GroupAnswers answers) {}

    /**
     * Notifies the checker that a replica has delivered a transaction.
     *
     * @param first whether no replica of the group has delivered this place of the group's order before
     */
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {}

    /** Notifies the checker of the application's result for the replica's delivery with number {@code seq}. */
    protected void onResult(GroupReplica replica, long seq, byte[] result) {}

    /**
     * Notifies the checker that the replica's state was set to a snapshot. The next delivery of the restored replica
     * has number {@code next}.
     */
    protected void onRestored(GroupReplica replica, long next) {}

    protected void onCrashed(GroupReplica replica) {}

    /**
     * Notifies the checker that a replica of one group has sent a message to a replica of the same or another group.
     */
    protected void onMessage(GroupMessage message) {}

    protected void onReadAnswered(GroupRead read) {}

    /** Notifies the checker of the digest of the application's state after the delivery with number {@code seq}. */
    protected void onDigest(GroupReplica replica, long seq, long digest) {}

    protected void onHalted(GroupReplica replica, String reason) {}

    /** Notifies the checker that a node or a codec violated the contract between nodes and drivers. */
    protected void onBreach(GroupReplica replica, String what) {}

    /** Notifies the checker that a queue of the replica exceeds its declared bound. */
    protected void onOverflow(GroupReplica replica, String queue, long size, long bound) {}

    /** Checks the whole history of the run that the checker has observed so far. */
    protected void audit() {}

    /** Notifies the checker of the end of the run: all faults are healed, and the groups are at rest. */
    protected void onEnd() {}
}

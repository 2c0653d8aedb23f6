package io.abcast.zab;

/**
 * Decides whether members may form an ensemble for the first time: no member may have a history, and no member may have
 * lost a history. If a formation was interrupted when only some members had entered its epoch, it may continue.
 *
 * <p>Before any member enters the epoch of a formation, all members must have promised the epoch. Before the leader
 * orders a request, all members must have entered the epoch. So if any member has entered the epoch, a member without a
 * promise for the epoch has lost this promise. That member may also have lost entries that were ordered later.
 *
 * <p><b>Why a later promise cannot hide a loss.</b> Suppose that members forget an epoch one after the other, until no
 * quorum remembers the epoch. The last member that forgets the epoch then gives no promise for this or a later epoch,
 * because no leader asks for a promise. A normal leader would need a quorum of voters. The leader of a first formation
 * asks only if the reports of all members in their sessions satisfy this rule.
 */
final class FirstFormation {
    private boolean fresh = true;
    private int voters;
    private int entered;
    private int promised = Integer.MAX_VALUE;

    /** Adds a member with its own report, whose fields have the same meaning as in {@link ZabMessage.Vote}. */
    void member(boolean isFresh, boolean voter, int acceptedEpoch, int currentEpoch) {
        fresh &= isFresh;
        entered(currentEpoch);
        if (voter) voters++;
        else promised = Math.min(promised, acceptedEpoch);
    }

    /** Adds the fact that some member may have entered the epoch. The member need not be one of the added members. */
    void entered(int epoch) {
        entered = Math.max(entered, epoch);
    }

    /** The number of voters among the added members. */
    int voters() {
        return voters;
    }

    boolean holds() {
        return fresh && promised >= entered;
    }
}

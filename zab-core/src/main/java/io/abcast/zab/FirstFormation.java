package io.abcast.zab;

/**
 * Decides whether members may form an ensemble for the first time: no member may have a history or have lost one. A
 * formation that was interrupted when only some members had entered its epoch may continue.
 *
 * <p>Before any member enters the epoch of a formation, all members must have promised the epoch. Before the leader
 * orders a request, all members must have entered the epoch. So if any member has entered the epoch, a member without a
 * promise for the epoch has lost this promise. That member may also have lost entries that were ordered later.
 *
 * <p><b>Why a later promise cannot hide a loss.</b> Suppose that members lose an epoch until no quorum remembers it.
 * The last member that loses it then gives no promise for this epoch or a later one, because no leader asks for a
 * promise. No leader has a quorum of voters. A first formation asks only once this rule holds for the reports of all
 * members in their sessions.
 */
final class FirstFormation {
    private boolean fresh = true;
    private int voters;
    private int entered;
    private int promised = Integer.MAX_VALUE;

    /** Adds a member with its own report, which has the fields of {@link ZabMessage.Vote}. */
    void member(boolean isFresh, boolean voter, int acceptedEpoch, int currentEpoch) {
        fresh &= isFresh;
        entered(currentEpoch);
        if (voter) voters++;
        else promised = Math.min(promised, acceptedEpoch);
    }

    /** Adds the fact that some member, added or not, may have entered the epoch. */
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

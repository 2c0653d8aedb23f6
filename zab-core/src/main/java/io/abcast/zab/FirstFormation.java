package io.abcast.zab;

/**
 * Whether members may form an ensemble for the first time: no member has a history, and no member has lost one. A
 * formation that was interrupted when only some members had entered its epoch may continue.
 *
 * <p>Before any member enters the epoch of a formation, all members must have promised the epoch. Before the leader
 * orders a request, all members must have entered the epoch. So if any member has entered the epoch, a member without a
 * promise for it has lost this promise. It may also have lost entries that were ordered later.
 *
 * <p><b>Why a later promise cannot hide a loss.</b> Suppose that members lose an epoch until no quorum remembers it.
 * The last of them to lose it then gives no promise for that epoch or a later one: no leader has a quorum of voters,
 * and a first formation asks for promises only once this rule holds for what all members report in their sessions.
 */
final class FirstFormation {
    private boolean fresh = true;
    private int voters;
    private int entered;
    private int promised = Integer.MAX_VALUE;

    /** Adds a member as it describes itself, with the fields of {@link ZabMessage.Vote}. */
    void member(boolean isFresh, boolean voter, int acceptedEpoch, int currentEpoch) {
        fresh &= isFresh;
        entered(currentEpoch);
        if (voter) voters++;
        else promised = Math.min(promised, acceptedEpoch);
    }

    /** Adds that some member, described or not, may have entered the epoch. */
    void entered(int epoch) {
        entered = Math.max(entered, epoch);
    }

    /** The number of voters among the described members. */
    int voters() {
        return voters;
    }

    boolean holds() {
        return fresh && promised >= entered;
    }
}

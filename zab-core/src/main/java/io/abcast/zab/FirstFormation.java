package io.abcast.zab;

/**
 * Whether members may form an ensemble for the first time: none has a history, and none has forgotten one. A formation that was
 * interrupted when only some had entered its epoch goes on.
 *
 * <p>A formation needs the promise of all before anybody enters its epoch, and that all have entered before anything is ordered. So a
 * member that has not promised what another has entered has forgotten it, with what may have been ordered since.
 *
 * <p><b>Why no promise hides it.</b> Of the members that have forgotten an epoch without a quorum left that remembers, the last one to
 * forget gets no promise of that epoch or a later one: no leader has a quorum of voters, and a first formation asks nobody for a promise
 * before this rule holds for what all members say in their sessions.
 */
final class FirstFormation {
    private boolean fresh = true;
    private int voters;
    private int entered;
    private int promised = Integer.MAX_VALUE;

    /** A member as it describes itself, with the fields of {@link ZabMessage.Vote}. */
    void member(boolean isFresh, boolean voter, int acceptedEpoch, int currentEpoch) {
        fresh &= isFresh;
        entered(currentEpoch);
        if (voter) voters++;
        else promised = Math.min(promised, acceptedEpoch);
    }

    /** Some member, described or not, may have entered that epoch. */
    void entered(int epoch) {
        entered = Math.max(entered, epoch);
    }

    /** Voters among the members described. */
    int voters() {
        return voters;
    }

    boolean holds() {
        return fresh && promised >= entered;
    }
}

package io.abcast.zab;

/**
 * Decides whether members may form an ensemble for the first time: no member may have a history, and no member may have
 * lost a history. A first formation may continue if it was interrupted when only some members had entered its epoch.
 *
 * <p>Before any member enters the epoch of a first formation, all members must have promised the epoch. Before the
 * leader of a first formation orders a request, all members must have entered its epoch. So if any member has entered
 * the epoch of a first formation, a member without a promise for the epoch has lost its promise. A member that lost its
 * promise may also have lost entries that the leader ordered after the promise.
 *
 * <p><b>The following shows why a later promise of a member cannot hide that the member has lost a promise.</b> Suppose
 * that members forget an epoch one after the other, until no quorum remembers the epoch. The last member that forgets
 * the epoch then promises neither this epoch nor a later epoch, because no leader asks the member for a promise. A
 * normal leader would need a quorum of voters before it asks for promises. The leader of a first formation asks for
 * promises only if the reports of all members in their sessions permit a first formation.
 */
final class FirstFormation {
    private boolean fresh = true;
    private int voters;
    private int entered;
    private int promised = Integer.MAX_VALUE;

    /** Adds the report of one member about its own state; {@link ZabMessage.Vote} explains the parameters. */
    void member(boolean isFresh, boolean voter, int acceptedEpoch, int currentEpoch) {
        fresh &= isFresh;
        entered(currentEpoch);
        if (voter) voters++;
        else promised = Math.min(promised, acceptedEpoch);
    }

    /**
     * Notes that some member may have entered the epoch of the first formation. The member that may have entered the
     * epoch need not be one of the members whose reports were added.
     */
    void entered(int epoch) {
        entered = Math.max(entered, epoch);
    }

    /** Returns the number of voters among the members whose reports were added. */
    int voters() {
        return voters;
    }

    boolean holds() {
        return fresh && promised >= entered;
    }
}

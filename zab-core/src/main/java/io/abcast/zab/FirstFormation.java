package io.abcast.zab;

/**
 * Decides whether members may form an ensemble for the first time: no member may have a history, and none may have lost
 * a history. An interrupted first formation, in which only some members have entered the epoch, may continue.
 *
 * <p>Before any member enters the epoch of a first formation, all members must have promised the epoch. Before the
 * leader of a first formation orders a request, all members must have entered its epoch. If some member has entered the
 * epoch, a member without a promise for the epoch has lost its promise, and perhaps later entries.
 *
 * <p><b>Why a lost promise stays visible:</b> a new promise could hide that a member has lost an earlier promise.
 * Suppose that members forget an epoch one after the other, until no quorum remembers it. The last member that forgets
 * gives no new promise, because no leader asks for one. A normal leader lacks a quorum of voters, and a leader of a
 * first formation asks for promises only if the reports of all members permit it.
 */
final class FirstFormation {
    private boolean fresh = true;
    private int voters;
    private int entered;
    private int promised = Integer.MAX_VALUE;

    /** Adds the report of one member about its own state, with the fields of its {@link ZabMessage.Vote}. */
    void member(boolean isFresh, boolean voter, int acceptedEpoch, int currentEpoch) {
        fresh &= isFresh;
        entered(currentEpoch);
        if (voter) voters++;
        else promised = Math.min(promised, acceptedEpoch);
    }

    /**
     * Records that some member, not necessarily one of the reported members, may have entered the epoch of the first
     * formation.
     */
    void entered(int epoch) {
        entered = Math.max(entered, epoch);
    }

    int voters() {
        return voters;
    }

    boolean holds() {
        return fresh && promised >= entered;
    }
}

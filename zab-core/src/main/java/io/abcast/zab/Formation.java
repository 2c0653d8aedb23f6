package io.abcast.zab;

import io.abcast.kernel.Membership;

/**
 * Decides which members suffice to establish a leader.
 *
 * <p>Normally a quorum of voters suffices; the first formation needs all members. The restricted rule applies if the
 * history to be recovered is of an epoch in which f followers were enough to deliver ({@link
 * DeliveryRule#ON_FOLLOWERS}). Under the restricted rule, f+1 members other than the leader of that epoch are needed.
 * Among the 2f followers, any f and any f+1 have a member in common. So at least one of the f+1 members holds every
 * entry that was delivered. EL-Sanosi 2018 assumes the restricted rule (A1.1 of section 3.3) and requires it in section
 * 4.4.1, "either f+1 servers excluding the previous leader or at least f+2 servers".
 *
 * <p>One case is added to the thesis: if the leader of that epoch was not restarted, it holds all entries that it
 * proposed, so any quorum with that leader suffices.
 *
 * <p>The restricted rule does not apply to an epoch that was entered in another ensemble than the present one. The
 * change of the ensemble has ended that epoch. If the change was the last entry of the epoch, the leader has committed
 * all entries before the change. Otherwise the change was the last entry of the initial history, and no entry was
 * proposed in the epoch.
 */
final class Formation {
    private final boolean first;
    private final int needed;

    /** The rank of the member that does not count under the restricted rule; -1 if all members count. */
    private final int excluded;

    /**
     * @param first whether this is the first formation, in which no member has a history.
     * @param history the epoch state of the member whose history the other members will take over.
     * @param configuration the last change of the ensemble in that history that is known to be committed.
     */
    Formation(
            Membership members, int quorum, boolean first, EpochState history, long configuration) {
        this.first = first;
        boolean restricted =
                history.rule() == DeliveryRule.ON_FOLLOWERS
                        && history.configuration() == configuration;
        needed = first ? members.voters() : quorum;
        excluded = restricted && !first ? members.rank(history.leader()) : -1;
    }

    boolean isFirst() {
        return first;
    }

    /** Whether the answer of a member counts for the formation. */
    boolean counts(boolean voter) {
        return first || voter;
    }

    /**
     * Whether the members in {@code memberByRank} are enough, if the entries that followers have delivered are
     * disregarded.
     */
    boolean suffices(boolean[] memberByRank) {
        return counting(memberByRank, -1) >= needed;
    }

    /**
     * Whether the logs of the members in {@code memberByRank} hold all entries that any follower may have delivered.
     *
     * @param lastLeaderKnows whether the leader of the last epoch is one of these members and still holds all entries
     *     that it proposed. If so, no delivered entry can be missing
     */
    boolean suffices(boolean[] memberByRank, boolean lastLeaderKnows) {
        return counting(memberByRank, lastLeaderKnows ? -1 : excluded) >= needed;
    }

    /** The rank of the last leader if its log may lack entries that its followers delivered; otherwise -1. */
    int lastLeader() {
        return excluded;
    }

    private static int counting(boolean[] memberByRank, int except) {
        int counting = 0;
        for (int r = 0; r < memberByRank.length; r++) {
            if (memberByRank[r] && r != except) counting++;
        }
        return counting;
    }

    /**
     * Returns a text for the operator that names the members for which the leader waits although it has a quorum.
     * Called only if the restricted rule excludes a member.
     */
    String expectation(Membership members) {
        return "waiting for "
                + needed
                + " of "
                + members.voters()
                + " members beside "
                + members.id(excluded)
                + ", which led the last epoch: its followers may have delivered without it";
    }
}

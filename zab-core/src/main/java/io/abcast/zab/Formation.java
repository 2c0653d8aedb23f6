package io.abcast.zab;

import io.abcast.kernel.Membership;

/**
 * Decides which members suffice to establish a leader.
 *
 * <p>Normally a quorum of voters suffices; the first formation needs all members. The restricted rule applies if the
 * history to be recovered is of an epoch in which f followers were enough to deliver ({@link
 * DeliveryRule#ON_FOLLOWERS}). Under the restricted rule, f+1 members besides the leader of that epoch are needed: any
 * f of its 2f followers intersect any f+1 of them, so every delivered entry is found. EL-Sanosi 2018 assumes this (A1.1
 * of section 3.3) and asks for it in section 4.4.1, "either f+1 servers excluding the previous leader or at least f+2
 * servers".
 *
 * <p>Beyond the thesis, a leader that was not restarted knows all that it proposed, so any quorum with it suffices.
 *
 * <p>The restricted rule does not apply to an epoch that was entered in another ensemble than the present one, because
 * that epoch has ended with the change. Either the change was its last entry, and its leader has committed all entries
 * before it; or the change was the last entry of its initial history, and nothing was proposed in it.
 */
final class Formation {
    private final boolean first;
    private final int needed;

    /** The rank of the member that does not count, -1 if all count. */
    private final int excluded;

    /**
     * @param first whether this is the first formation, with all members fresh.
     * @param history the epoch state of the member whose history is to be taken over.
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

    /** Whether these members are enough, regardless of the entries that followers have delivered. */
    boolean suffices(boolean[] memberByRank) {
        return counting(memberByRank, -1) >= needed;
    }

    /**
     * Whether the logs of these members hold all entries that any follower may have delivered.
     *
     * @param lastLeaderKnows whether the leader of the last epoch is one of these members and still holds all entries
     *     that it proposed; then no delivered entry can be missing
     */
    boolean suffices(boolean[] memberByRank, boolean lastLeaderKnows) {
        return counting(memberByRank, lastLeaderKnows ? -1 : excluded) >= needed;
    }

    /**
     * The rank of the member whose log may lack entries that its followers delivered, -1 if there is no such member.
     */
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
     * Text for the operator: the members that the leader waits for beyond a quorum. Called only if a member is
     * excluded.
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

package io.abcast.zab;

import io.abcast.kernel.Membership;

/**
 * Which members suffice to establish a leader.
 *
 * <p>A quorum of voters; all members at the first formation. If the history that is being recovered is of an epoch whose followers
 * delivered on the word of f followers ({@link DeliveryRule#ON_FOLLOWERS}), then f+1 beside the leader of that epoch: any f of its
 * 2f followers are met by any f+1 of them, and what one delivered is found. EL-Sanosi 2018 assumes as much (A1.1 of section
 * 3.3) and asks for it in section 4.4.1, "either f+1 servers excluding the previous leader or at least f+2 servers". Beyond the
 * thesis, a leader that was not restarted knows all that it proposed, so any quorum with it will do. An epoch that was
 * entered in another ensemble than the present one has ended with the change: either that was its last entry, and its leader has
 * committed all before it, or it was the last of its initial history, and nothing was proposed in it. Such an epoch asks for nothing
 * more than others do.
 */
final class Formation {
    private final boolean first;
    private final int needed;

    /** The rank that does not count, -1 if all do. */
    private final int excluded;

    /**
     * @param first whether this is the first formation, with all members fresh
     * @param history the epochs of the member whose history is to be taken over
     * @param configuration the last change of the ensemble in it that is known to be committed
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

    /** Whether a member counts at all. */
    boolean counts(boolean voter) {
        return first || voter;
    }

    /** Whether these members are enough, whatever was delivered. */
    boolean suffices(boolean[] memberByRank) {
        return counting(memberByRank, -1) >= needed;
    }

    /**
     * Whether all that any follower may have delivered is in the log of one of these members.
     *
     * @param lastLeaderKnows whether the leader of the last epoch is one of them and still holds all that it proposed: then
     *     nothing can be missing
     */
    boolean suffices(boolean[] memberByRank, boolean lastLeaderKnows) {
        return counting(memberByRank, lastLeaderKnows ? -1 : excluded) >= needed;
    }

    /** The rank of the member whose log may not hold what its followers delivered, -1 if there is none. */
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

    /** What it waits for beyond a quorum, for the operator; only if a member is excluded. */
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

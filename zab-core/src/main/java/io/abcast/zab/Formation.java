package io.abcast.zab;

import io.abcast.kernel.Membership;

/**
 * Decides which members a leader needs in phases 1 and 2 (discovery and synchronisation) in order to become
 * established.
 *
 * <p>Normally a quorum of voters suffices to establish a leader; the first formation of an ensemble needs all members.
 * The restricted rule applies if followers of the last epoch delivered entries that f followers had logged, without
 * counting the leader ({@link DeliveryRule#ON_FOLLOWERS}). The restricted rule requires f+1 members other than the
 * leader of the last epoch. Among the 2f followers of the last epoch, every set of f+1 has a member in common with
 * every set of f. So at least one of the f+1 has logged each delivered entry. EL-Sanosi 2018 assumes the restricted
 * rule (A1.1 of section 3.3) and requires it in section 4.4.1, "either f+1 servers excluding the previous leader or at
 * least f+2 servers".
 *
 * <p>An addition to EL-Sanosi 2018: if the leader of the last epoch was not restarted, it holds all entries that it
 * proposed. Any quorum that contains the unrestarted leader of the last epoch then suffices.
 *
 * <p>The restricted rule does not apply if the last epoch belongs to an earlier ensemble, because a change of the
 * ensemble ended that epoch. If the change was proposed in the last epoch, it was the last entry, and all earlier
 * entries are committed. If the change was the last entry of the last epoch's initial history, no entry was proposed in
 * that epoch.
 */
final class Formation {
    private final boolean first;
    private final int needed;

    /**
     * The rank of the last epoch's leader, which the restricted rule (f+1 members other than this leader) does not
     * count; -1 if all members count.
     */
    private final int excluded;

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

    /**
     * Whether a member with the given {@code voter} state counts: normally only voters count, in the first formation
     * all members.
     */
    boolean counts(boolean voter) {
        return first || voter;
    }

    /**
     * Whether the members in {@code memberByRank} are enough to establish the leader, without regard to the restricted
     * rule (f+1 members other than the last leader).
     */
    boolean suffices(boolean[] memberByRank) {
        return counting(memberByRank, -1) >= needed;
    }

    /**
     * Whether the logs of the members in {@code memberByRank} certainly hold all entries that any follower may have
     * delivered.
     *
     * @param lastLeaderKnows whether {@code memberByRank} contains the leader of the last epoch, and this leader still
     *     holds all entries that it proposed
     */
    boolean suffices(boolean[] memberByRank, boolean lastLeaderKnows) {
        return counting(memberByRank, lastLeaderKnows ? -1 : excluded) >= needed;
    }

    /**
     * Returns the rank of the last epoch's leader if the restricted rule (f+1 other members) excludes it; otherwise -1.
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
     * Returns a text for the operator that names the awaited members; callable only if the restricted rule (f+1 members
     * besides the last leader) excludes a member.
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

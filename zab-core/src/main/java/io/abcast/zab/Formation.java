package io.abcast.zab;

import io.abcast.kernel.Membership;

/**
 * Decides which members suffice to establish a leader.
 *
 * <p>Normally a quorum of voters suffices to establish a leader; the first formation of an ensemble needs all members.
 * The restricted rule applies if the history to be recovered is of an epoch whose followers deliver with the logs of f
 * followers ({@link DeliveryRule#ON_FOLLOWERS}). The restricted rule requires f+1 members other than the leader of the
 * last epoch. In an ensemble with 2f followers, any set of f followers and any set of f+1 followers have a member in
 * common. So under the restricted rule, at least one of the f+1 members holds every entry that was delivered. EL-Sanosi
 * 2018 assumes the restricted rule (A1.1 of section 3.3) and requires it in section 4.4.1, "either f+1 servers
 * excluding the previous leader or at least f+2 servers".
 *
 * <p>abcast adds one case to the thesis. If the leader of the last epoch was not restarted, it holds all entries that
 * it proposed, so any quorum with that leader suffices.
 *
 * <p>The restricted rule does not apply to an epoch that was entered in an earlier ensemble than the present one. A
 * change of the ensemble has ended each epoch of an earlier ensemble. If the change was the last entry of the epoch,
 * the leader of the epoch has committed all entries before the change. If the change was not the last entry of the
 * epoch, it was the last entry of the epoch's initial history, and no entry was proposed in the epoch.
 */
final class Formation {
    private final boolean first;
    private final int needed;

    /** The rank of the last epoch's leader, which the restricted rule does not count; -1 if all members count. */
    private final int excluded;

    /**
     * @param first whether the ensemble is formed for the first time, so that no member has a history.
     * @param history the epoch state of the member whose history the other members will take over.
     * @param configuration zxid of the last change of the ensemble, in {@code history}, that is known to be committed.
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

    /** Whether the answer of the given member counts towards the members that establish the leader. */
    boolean counts(boolean voter) {
        return first || voter;
    }

    /**
     * Whether the members in {@code memberByRank} are enough to establish the leader, without regard to the restricted
     * rule.
     */
    boolean suffices(boolean[] memberByRank) {
        return counting(memberByRank, -1) >= needed;
    }

    /**
     * Whether the logs of the members in {@code memberByRank} hold all entries that any follower may have delivered.
     *
     * @param lastLeaderKnows whether the leader of the last epoch is one of the members in {@code memberByRank} and
     *     still holds all entries that it proposed. If the leader of the last epoch still holds all entries that it
     *     proposed, no delivered entry can be missing
     */
    boolean suffices(boolean[] memberByRank, boolean lastLeaderKnows) {
        return counting(memberByRank, lastLeaderKnows ? -1 : excluded) >= needed;
    }

    /**
     * Returns the rank of the last epoch's leader if its log may lack entries that its followers delivered; otherwise
     * -1.
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
     * Returns a text for the operator that names the members for which the leader waits although a quorum has promised.
     * Callers use this method only if the restricted rule excludes a member.
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

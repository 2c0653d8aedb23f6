package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Ensemble;
import io.abcast.ordering.log.PeerServices;
import io.abcast.ordering.log.Voters;
import java.util.List;

/** Which voters this member reaches, and whether they suffice to order requests, as far as this member knows. */
final class VoterReach {
    private final PeerServices peer;
    private final Ensemble ensemble;
    private final EpaxosQuorums quorums;
    private final Liveness liveness;

    /** Whether this member has reached a quorum since its start. */
    private boolean met;

    VoterReach(PeerServices peer, Ensemble ensemble, EpaxosQuorums quorums) {
        this.peer = peer;
        this.ensemble = ensemble;
        this.quorums = quorums;
        liveness = new Liveness(peer.members(), peer.id(), peer.config().electionTimeoutNanos());
    }

    Liveness liveness() {
        return liveness;
    }

    /** See {@link EpaxosHost#isVoter}. */
    boolean isVoter(int member) {
        if (member == peer.id()) return ensemble.founding().votes();
        return !ensemble.voters().lost(true).contains(member);
    }

    /** See {@link EpaxosHost#isReachable}. */
    boolean isReachable(int member) {
        return liveness.isReachable(member, peer.nowNanos());
    }

    private int reached() {
        Membership members = peer.members();
        int reached = 0;
        for (int member : members.ids()) if (isVoter(member) && isReachable(member)) reached++;
        return reached;
    }

    /**
     * Whether some members have lost their votes, and fewer of the others than a quorum are reachable. Then no request
     * can be ordered, perhaps never again.
     */
    boolean tooFewVoters() {
        if (ensemble.founding().era() == 0 || lost().isEmpty()) return false;
        return reached() < quorums.quorum();
    }

    private List<Integer> lost() {
        return ensemble.voters().lost(ensemble.founding().votes());
    }

    /** The reason why no request can be ordered if {@link #tooFewVoters}. */
    String lostVoters() {
        return "fewer voters than a quorum are left and reachable (members "
                + Voters.ids(lost())
                + " have lost their storages): see \"Lost members\"";
    }

    /**
     * Whether this member has reached a quorum since its start, and lacks nothing that reachable members may have
     * dropped.
     *
     * @param executed the instances that this member has executed durably
     */
    boolean isCaughtUp(Prefixes executed) {
        if (!met) met = reached() >= quorums.quorum();
        return met && liveness.isCaughtUp(executed, peer.nowNanos());
    }

    /**
     * The reason why this member orders no requests although it has joined an ensemble; empty if it orders them.
     *
     * @param executed the instances that this member has executed durably
     */
    String obstacle(Prefixes executed) {
        int reached = reached();
        if (reached >= quorums.quorum())
            return isCaughtUp(executed) ? "" : "catching up with the other members";
        return "too few voters are reachable: expected " + quorums.quorum() + ", got " + reached;
    }
}

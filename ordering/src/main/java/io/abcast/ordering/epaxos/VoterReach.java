package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Ensemble;
import io.abcast.ordering.log.PeerServices;
import io.abcast.ordering.log.Voters;
import java.util.List;

/** Computes which voters this member reaches, and whether they suffice to order requests. */
final class VoterReach {
    private final PeerServices peer;
    private final Ensemble ensemble;
    private final EpaxosQuorums quorums;
    private final Liveness liveness;

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

    boolean isVoter(int member) {
        if (member == peer.id()) return ensemble.founding().votes();
        return !ensemble.voters().lost(true).contains(member);
    }

    boolean isReachable(int member) {
        return liveness.isReachable(member, peer.nowNanos());
    }

    private int reached() {
        Membership members = peer.members();
        int reached = 0;
        for (int member : members.ids()) if (isVoter(member) && isReachable(member)) reached++;
        return reached;
    }

    boolean tooFewVoters() {
        if (ensemble.founding().era() == 0 || lost().isEmpty()) return false;
        return reached() < quorums.quorum();
    }

    private List<Integer> lost() {
        return ensemble.voters().lost(ensemble.founding().votes());
    }

    /** {@code lostVoters} may be called only if {@link #tooFewVoters} returns true. */
    String lostVoters() {
        return "fewer voters than a quorum are left and reachable (members "
                + Voters.ids(lost())
                + " have lost their storages): see \"Lost members\"";
    }

    boolean isCaughtUp(Prefixes executed) {
        if (!met) met = reached() >= quorums.quorum();
        return met && liveness.isCaughtUp(executed, peer.nowNanos());
    }

    /** Returns an empty text if this member orders requests. */
    String obstacle(Prefixes executed) {
        int reached = reached();
        if (reached >= quorums.quorum())
            return isCaughtUp(executed) ? "" : "catching up with the other members";
        return "too few voters are reachable: expected " + quorums.quorum() + ", got " + reached;
    }
}

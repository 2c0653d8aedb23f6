package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Zxid;

/**
 * The rules of Zab on which safety depends. A test can replace one rule by a broken rule, and then verify that a
 * checker detects the violation.
 */
class Rules {
    static final Rules SOUND = new Rules();

    /** Returns the size of a quorum: more than half of the voters, so that any two quorums intersect. */
    int quorum(Membership members) {
        return members.quorum();
    }

    boolean votes(Membership members, int rank) {
        return rank >= 0 && members.votes(rank);
    }

    /**
     * Creates the change of the ensemble, of at most one voter, so that any quorum before the change and any quorum
     * after the change intersect.
     */
    Reconfiguration step(Membership before, MembershipChange change) {
        return Reconfiguration.of(before, change);
    }

    /**
     * Returns the number of entries after which a leader ends its epoch; the unused zxids still suffice for one more
     * batch.
     */
    int entriesMax() {
        return Zxid.COUNTER_MAX - (1 << 28);
    }

    /**
     * Whether a change of the ensemble is the last entry of its epoch, so that all later entries need quorums of the
     * changed ensemble.
     */
    boolean closesEpoch() {
        return true;
    }
}

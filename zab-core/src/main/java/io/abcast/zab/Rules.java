package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Zxid;

/** The rules that safety rests on, in one place, so that a test can break one and see that it is missed. */
class Rules {
    static final Rules SOUND = new Rules();

    /** More than half of those that vote: any two quorums meet. */
    int quorum(Membership members) {
        return members.quorum();
    }

    /** An observer never counts. */
    boolean votes(Membership members, int rank) {
        return rank >= 0 && members.votes(rank);
    }

    /** One voter more or less at a time, so that a quorum before the change and one after it meet. */
    Reconfiguration step(Membership before, MembershipChange change) {
        return Reconfiguration.of(before, change);
    }

    /** An epoch with more entries than this ends; far enough from the last zxid of an epoch for what one batch adds. */
    int entriesMax() {
        return Zxid.COUNTER_MAX - (1 << 28);
    }

    /** Nothing is proposed in an epoch after a change: what follows is counted by those who hold the change. */
    boolean closesEpoch() {
        return true;
    }
}

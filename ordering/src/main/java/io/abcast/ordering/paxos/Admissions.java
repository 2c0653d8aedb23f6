package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.paxos.PaxosMessage.Admit;
import java.util.Arrays;

/**
 * At a leader, readmits as voters the members that have lost their votes. After a recovering member has asked for its
 * admission, the leader prepares a new ballot, and admits the member when it leads this ballot. The file {@code
 * docs/adr/0011-forgetful-members-are-readmitted.md} contains the rules of admissions and their proof.
 */
final class Admissions {
    private static final long NONE = -1;

    private final Ports ports;

    /**
     * For each member, by rank: the identity of the storage with which the member asks for its admission as a voter;
     * {@code null} if the member does not ask.
     */
    private final Incarnation[] asking;

    /**
     * For each member, by rank: the identity of the storage with which it asked before the preparation of the present
     * ballot began; {@code null} if it had not asked.
     */
    private final Incarnation[] prepared;

    /**
     * For each member that asked for admission, by rank: the highest slot in which the member may have voted before it
     * lost its votes; {@link #NONE} until the leader admits the member.
     */
    private final long[] through;

    private long ballot;
    private long admitted;

    Admissions(Ports ports) {
        this.ports = ports;
        int size = ports.members().size();
        asking = new Incarnation[size];
        prepared = new Incarnation[size];
        through = new long[size];
    }

    /**
     * Records that member {@code from} asks for its admission; repeats the answer to an admitted member.
     *
     * @return whether the leader has to prepare a new ballot so that it can admit the member
     */
    boolean onJoin(int from, Incarnation who) {
        int rank = ports.members().rank(from);
        if (!who.equals(prepared[rank]) || through[rank] == NONE) {
            asking[rank] = who;
            return true;
        }
        admit(rank);
        return false;
    }

    /**
     * Records which members have asked for admission before the preparation of a new ballot; must precede the Prepare
     * messages.
     */
    void onPrepare() {
        for (int r = 0; r < asking.length; r++) {
            prepared[r] = asking[r];
            asking[r] = null;
        }
        Arrays.fill(through, NONE);
    }

    void onLead(long newBallot, Preparation preparation) {
        ballot = newBallot;
        for (int r = 0; r < prepared.length; r++) {
            if (prepared[r] == null) continue;
            through[r] = preparation.highestNamed(r);
            if (through[r] == NONE) continue;
            admitted++;
            ports.report(
                    "admitted member "
                            + ports.members().id(r)
                            + " from ballot "
                            + Ballot.toString(ballot)
                            + " and slot "
                            + (through[r] + 1)
                            + " on");
            admit(r);
        }
    }

    private void admit(int rank) {
        ports.send(ports.members().id(rank), new Admit(prepared[rank], ballot, through[rank]));
    }

    long admitted() {
        return admitted;
    }
}

package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.paxos.PaxosMessage.Admit;
import java.util.Arrays;

/**
 * Admits members that have lost their votes, at the leader. The leader prepares a new ballot after the question of such
 * a member has arrived, and admits the member with that ballot. The rules and their proof are in {@code
 * docs/adr/0011-forgetful-members-are-readmitted.md}.
 */
final class Admissions {
    private static final long NONE = -1;

    private final Ports ports;

    /** For each member, by rank: the storage that asks for admission; {@code null} if the member does not ask. */
    private final Incarnation[] asking;

    /** For each member, by rank: the storage that asked before the present ballot was prepared. */
    private final Incarnation[] prepared;

    /**
     * By rank, for members of {@link #prepared}: the highest slot in which the member may have voted; {@link #NONE} if
     * the member is not admitted.
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
     * Handles a member's question for its admission.
     *
     * @return whether a new ballot has to be prepared to admit the member
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

    /** Called when the preparation of a ballot begins, before Prepare is sent. */
    void onPrepare() {
        for (int r = 0; r < asking.length; r++) {
            prepared[r] = asking[r];
            asking[r] = null;
        }
        Arrays.fill(through, NONE);
    }

    /**
     * Called when this member begins to lead {@code newBallot}. Admits the members that asked before the preparation of
     * this ballot began.
     */
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

    /** Number of members that this member has admitted since its start. */
    long admitted() {
        return admitted;
    }
}

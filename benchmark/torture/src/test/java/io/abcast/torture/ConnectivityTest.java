package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ConnectivityTest {
    private final Connectivity three = new Connectivity(3);

    @Test
    void aMemberWithoutVotesCountsForNoQuorum() {
        Connectivity three = new Connectivity(3);
        three.lostVotes(1);
        assertTrue(three.quorum());
        three.cut(2, 3, true);
        assertFalse(three.quorum());
    }

    @Test
    void runningMajorityIsAQuorum() {
        assertTrue(three.quorum());
        three.running(1, false);
        assertTrue(three.quorum());
        three.paused(2, true);
        assertFalse(three.quorum());
        three.running(1, true);
        assertTrue(three.quorum());
    }

    @Test
    void membersOfAQuorumAreConnected() {
        three.cut(1, 2, true);
        assertTrue(three.quorum()); // Members 1 and 3, or 2 and 3, form a quorum.
        three.cut(3, 1, true);
        assertTrue(three.quorum()); // Members 2 and 3 form a quorum.
        three.cut(2, 3, true);
        assertFalse(three.quorum());
    }

    @Test
    void clientsReachAMemberOfTheQuorum() {
        three.cut(1, ServerLinks.CLIENTS, true);
        three.cut(ServerLinks.CLIENTS, 2, true);
        assertTrue(three.quorum());
        three.cut(3, ServerLinks.CLIENTS, true);
        assertFalse(three.quorum());
    }

    @Test
    void fiveMembersNeedThree() {
        Connectivity five = new Connectivity(5);
        five.running(1, false);
        five.running(2, false);
        assertTrue(five.quorum());
        five.cut(3, 4, true);
        assertFalse(five.quorum());
    }
}

package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ConnectionsTest {
    private final Connections three = new Connections(3);

    @Test
    void aMajorityThatRunsIsAQuorum() {
        assertTrue(three.quorum());
        three.running(1, false);
        assertTrue(three.quorum());
        three.paused(2, true);
        assertFalse(three.quorum());
        three.running(1, true);
        assertTrue(three.quorum());
    }

    @Test
    void itsMembersHearEachOther() {
        three.cut(1, 2, true);
        assertTrue(three.quorum()); // 1 and 3, or 2 and 3
        three.cut(3, 1, true);
        assertTrue(three.quorum()); // 2 and 3
        three.cut(2, 3, true);
        assertFalse(three.quorum());
    }

    @Test
    void clientsReachOneOfThem() {
        three.cut(1, Links.CLIENTS, true);
        three.cut(Links.CLIENTS, 2, true);
        assertTrue(three.quorum());
        three.cut(3, Links.CLIENTS, true);
        assertFalse(three.quorum());
    }

    @Test
    void fiveNeedThree() {
        Connections five = new Connections(5);
        five.running(1, false);
        five.running(2, false);
        assertTrue(five.quorum());
        five.cut(3, 4, true);
        assertFalse(five.quorum());
    }
}

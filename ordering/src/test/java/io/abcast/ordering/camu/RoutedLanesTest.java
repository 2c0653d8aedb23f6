package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RoutedLanesTest {
    private static final long TTL = 1_000;

    private final RoutedLanes routed = new RoutedLanes(TTL);

    private static TxnId id(long session, long place) {
        return new TxnId(session, SessionLane.number(0, place));
    }

    @Test
    void aLowerNumberMayHaveBeenRoutedBefore() {
        assertTrue(routed.routes(id(1, 5), 0));
        assertFalse(routed.routes(id(1, 5), 0));
        assertFalse(routed.routes(id(1, 4), 0));
        assertTrue(routed.routes(id(1, 6), 0));
        assertTrue(routed.routes(id(2, 1), 0));
    }

    @Test
    void lanesOfEndedSessionsAreForgotten() {
        for (int session = 1; session <= 10_000; session++) {
            routed.routes(id(session, 1), session);
            routed.routes(id(0, session), session);
        }
        assertTrue(routed.size() <= TTL + 2, routed.size() + " lanes");
        assertFalse(routed.routes(id(0, 10_000), 10_000));
    }

    @Test
    void aLaneBeyondTheBoundIsNotCertain() {
        for (int session = 1; session <= RoutedLanes.LANES_MAX; session++)
            assertTrue(routed.routes(id(session, 1), 0));
        assertFalse(routed.routes(id(0, 1), 0));
        assertTrue(routed.routes(id(7, 2), 0));
        assertEquals(RoutedLanes.LANES_MAX, routed.size());
    }
}

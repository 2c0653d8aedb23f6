package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

final class EarlyRequestsTest {
    private final EarlyRequests<Object> early = new EarlyRequests<>();
    private final Object first = new Object();
    private final Object second = new Object();
    private final Object third = new Object();

    EarlyRequestsTest() {
        early.add(first, 10, 1_000);
        early.add(second, 20, 1_000);
        early.add(third, 30, 1_500);
    }

    @Test
    void eachRequestExpiresOnceWhenItsTimeLimitHasPassed() {
        assertNull(early.expire(999));
        assertSame(first, early.expire(1_000).event());
        assertEquals(20, early.expire(1_000).bytes());
        assertNull(early.expire(1_499));
        assertSame(third, early.expire(9_000).event());
        assertNull(early.expire(9_000));
    }

    @Test
    void requestsThatHaveNotExpiredAreReturnedInTheirOrder() {
        early.expire(1_000);
        assertSame(second, early.poll().event());
        assertEquals(1_500, early.poll().deadlineNanos());
        assertNull(early.poll());
    }
}

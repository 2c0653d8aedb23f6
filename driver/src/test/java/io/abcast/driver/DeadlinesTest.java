package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class DeadlinesTest {
    @Test
    void timersExpireOnceEarliestFirst() {
        Deadlines deadlines = new Deadlines();
        assertEquals(Deadlines.NEVER, deadlines.next());
        deadlines.set(3, 30);
        deadlines.set(20, 10);
        deadlines.set(5, 20);
        assertEquals(10, deadlines.next());
        assertEquals(-1, deadlines.due(9));
        assertEquals(20, deadlines.due(25));
        assertEquals(5, deadlines.due(25));
        assertEquals(-1, deadlines.due(25));
        assertEquals(30, deadlines.next());
    }

    @Test
    void settingAgainReplacesAndCancellingForgets() {
        Deadlines deadlines = new Deadlines();
        deadlines.set(1, 10);
        deadlines.set(1, 50);
        assertEquals(-1, deadlines.due(49));
        deadlines.cancel(1);
        deadlines.cancel(900);
        assertEquals(-1, deadlines.due(100));
    }

    @Test
    void refusesKindsThatAreNotSmallNumbers() {
        assertThrows(IllegalArgumentException.class, () -> new Deadlines().set(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Deadlines().set(1 << 20, 0));
    }
}

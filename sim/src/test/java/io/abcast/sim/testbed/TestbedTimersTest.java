package io.abcast.sim.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.sim.EventQueue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestbedTimersTest {
    private static final int KIND = 3;

    private final EventQueue queue = new EventQueue();
    private final List<Long> expired = new ArrayList<>();
    private final TestbedTimers timers = new TestbedTimers(queue, this::expired);

    private void expired(int kind) {
        if (timers.takes(kind)) expired.add(queue.now());
    }

    @Test
    void expiresOnceAtItsTime() {
        timers.set(KIND, 100);
        run();
        assertEquals(List.of(100L), expired);
    }

    @Test
    void settingAgainReplacesTheTime() {
        timers.set(KIND, 100);
        queue.at(50, () -> timers.set(KIND, 100));
        run();
        assertEquals(List.of(150L), expired);
        timers.set(KIND, 100);
        timers.set(KIND, 10);
        run();
        assertEquals(List.of(150L, 160L), expired);
    }

    @Test
    void cancelledTimerDoesNotExpire() {
        timers.set(KIND, 100);
        timers.cancel(KIND);
        run();
        assertEquals(List.of(), expired);
    }

    @Test
    void pendingExpiryOfATimerThatWasSetAgainDoesNotCount() {
        List<Integer> waiting = new ArrayList<>();
        TestbedTimers slow = new TestbedTimers(queue, waiting::add);
        slow.set(KIND, 100);
        run();
        slow.set(KIND, 5);
        assertFalse(slow.takes(waiting.remove(0)));
        run();
        assertTrue(slow.takes(waiting.remove(0)));
    }

    private void run() {
        while (!queue.isEmpty()) queue.runNext();
    }
}

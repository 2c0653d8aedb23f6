package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private final EventQueue queue = new EventQueue();

    @Test
    void runsInOrderOfTimeAndThenOfScheduling() {
        List<Long> ran = new ArrayList<>();
        Rng random = new Rng(1);
        for (int i = 0; i < 5_000; i++) {
            long time = random.below(100);
            long expected = time * 1_000_000 + i;
            queue.at(time, () -> ran.add(expected));
        }
        while (!queue.isEmpty()) queue.runNext();
        assertEquals(ran.stream().sorted().toList(), ran);
        assertEquals(5_000, ran.size());
    }

    @Test
    void eventInThePastHappensNow() {
        queue.at(50, () -> queue.at(10, () -> assertEquals(50, queue.now())));
        queue.runNext();
        queue.runNext();
        assertTrue(queue.isEmpty());
    }

    @Test
    void isExhaustedAfterTheMaximumNumberOfEvents() {
        EventQueue bounded = new EventQueue(3);
        for (int i = 0; i < 4; i++) bounded.at(i, () -> {});
        bounded.runNext();
        bounded.runNext();
        assertFalse(bounded.isExhausted());
        bounded.runNext();
        assertTrue(bounded.isExhausted());
        bounded.runNext();
        assertEquals(4, bounded.ran());
    }
}

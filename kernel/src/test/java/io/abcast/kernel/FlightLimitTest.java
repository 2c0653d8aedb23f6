package io.abcast.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/**
 * Tests the limit of bytes in flight with a sender that always has instances to open, and a simulated network with one
 * queue.
 */
class FlightLimitTest {
    private static final long MILLI = 1_000_000;
    private static final long INSTANCE = 64 << 10;

    private final FlightLimit limit = new FlightLimit();

    private long queueNanos;

    private long sentLate;

    private long sent;

    private long begin;

    private void run(long bytesPerMilli, long delayMillis, int seconds) {
        ArrayDeque<long[]> underWay = new ArrayDeque<>();
        long busyUntil = begin;
        long end = begin + seconds * 1000L;
        long middle = (begin + end) / 2;
        queueNanos = 0;
        sentLate = 0;
        for (long now = begin; now < end; now++) {
            while (!underWay.isEmpty() && underWay.peekFirst()[0] <= now) {
                long[] done = underWay.removeFirst();
                limit.committed(INSTANCE, done[1] * MILLI, now * MILLI);
                sent += INSTANCE;
                if (now <= middle) continue;
                sentLate += INSTANCE;
                queueNanos = Math.max(queueNanos, now - done[1] - delayMillis);
            }
            while (!limit.isFull() && underWay.size() < 256) {
                busyUntil = Math.max(busyUntil, now) + INSTANCE / bytesPerMilli;
                underWay.addLast(new long[] {busyUntil + delayMillis, now});
                limit.opened(INSTANCE);
            }
        }
        queueNanos *= MILLI;
        // The instances in flight at the end of a simulated run never commit.
        limit.forgotten(INSTANCE * underWay.size());
        begin = end;
    }

    @Test
    void aSlowNetworkIsBusyWithAShortQueue() {
        run(1_250, 20, 60);
        assertTrue(queueNanos < 1_000 * MILLI, () -> "queue of " + queueNanos + " ns");
        assertTrue(sent > 0.95 * 1_250 * 60_000, () -> "sent " + sent);
    }

    @Test
    void aLongDelayIsNoQueue() {
        run(10_000, 400, 60);
        assertTrue(queueNanos < 1_000 * MILLI, () -> "queue of " + queueNanos + " ns");
        assertTrue(sent > 0.9 * 10_000 * 60_000, () -> "sent " + sent);
    }

    @Test
    void aDelayThatBecomesLongerIsNoQueue() {
        run(10_000, 1, 5);
        run(10_000, 600, 60);
        assertTrue(queueNanos < 1_500 * MILLI, () -> "queue of " + queueNanos + " ns");
        assertTrue(sentLate > 0.9 * 10_000 * 30_000, () -> "sent " + sentLate);
    }

    @Test
    void aRateThatFallsMakesNoLongQueue() {
        run(100_000, 1, 5);
        run(1_250, 20, 60);
        assertTrue(queueNanos < 1_500 * MILLI, () -> "queue of " + queueNanos + " ns");
        assertTrue(sentLate > 0.9 * 1_250 * 30_000, () -> "sent " + sentLate);
    }

    @Test
    void theQueueOfOthersRaisesTheTimesUpToABound() {
        run(10_000, 1, 5);
        run(10_000, 5_000, 600);
        assertTrue(sentLate <= 61 * INSTANCE, () -> "sent " + sentLate);
        run(1_250, 20, 60);
        assertTrue(queueNanos < 1_500 * MILLI, () -> "queue of " + queueNanos + " ns");
    }

    @Test
    void aFastNetworkHasNoLimit() {
        run(10_000_000, 1, 5);
        long before = limit.bytes();
        for (int i = 0; i < 128; i++) {
            assertTrue(!limit.isFull(), "after " + i);
            limit.opened(INSTANCE);
        }
        for (int i = 0; i < 128; i++) limit.forgotten(INSTANCE);
        assertEquals(before, limit.bytes());
    }
}

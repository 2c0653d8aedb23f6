package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** A sender that always has instances to open, before a network with one queue. */
class FlightLimitTest {
    private static final long MILLI = 1_000_000;
    private static final long INSTANCE = 64 << 10;

    private final FlightLimit limit = new FlightLimit();

    /** Longest time in the queue in the last half of the run. */
    private long queueNanos;

    private long sent;

    /** Opens instances for some seconds. The network carries so many bytes per ms, after a delay. */
    private void run(long bytesPerMilli, long delayMillis, int seconds) {
        ArrayDeque<long[]> underWay = new ArrayDeque<>();
        long busyUntil = 0;
        long end = seconds * 1000L;
        for (long now = 0; now < end; now++) {
            while (!underWay.isEmpty() && underWay.peekFirst()[0] <= now) {
                long[] done = underWay.removeFirst();
                limit.committed(INSTANCE, done[1] * MILLI, now * MILLI);
                sent += INSTANCE;
                if (now > end / 2) queueNanos = Math.max(queueNanos, now - done[1] - delayMillis);
            }
            while (!limit.isFull() && underWay.size() < 256) {
                busyUntil = Math.max(busyUntil, now) + INSTANCE / bytesPerMilli;
                underWay.addLast(new long[] {busyUntil + delayMillis, now});
                limit.opened(INSTANCE);
            }
        }
        queueNanos *= MILLI;
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

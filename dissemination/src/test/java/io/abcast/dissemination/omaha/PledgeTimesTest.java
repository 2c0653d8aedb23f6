package io.abcast.dissemination.omaha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Hold;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests that Omaha saves messages even if applications state wrong durations of pledges, because it learns the actual
 * durations.
 */
class PledgeTimesTest {
    private static final long MILLI = 1_000_000;
    private static final long LASTS_NANOS = 60 * MILLI;
    private static final long RUN_NANOS = 120_000 * MILLI;

    @Test
    void estimatesFollowTheDurationsOfPledges() {
        PledgeTimes times = new PledgeTimes();
        assertEquals(30, times.expectedNanos(1, 30), "the stated time, before anything is learned");
        assertEquals(0, times.expectedNanos(1, 0));
        for (int i = 0; i < 50; i++) times.lasted(1, 30, 60);
        assertNear(60, times.expectedNanos(1, 30));
        assertNear(40, times.expectedNanos(1, 20));
        assertEquals(300, times.expectedNanos(1, 300), "a stated time of another kind");
        assertNear(60, times.expectedNanos(2, 30));
        for (int i = 0; i < 50; i++) times.lasted(2, 30, 15);
        assertNear(15, times.expectedNanos(2, 30));
        assertNear(60, times.expectedNanos(1, 30));
        for (int i = 0; i < 50; i++) times.lasted(1, 0, 500);
        assertNear(500, times.expectedNanos(1, 0));
    }

    @Test
    void leastRecentlyUsedApplicationsAreForgotten() {
        PledgeTimes times = new PledgeTimes();
        times.lasted(0, 30, 60);
        for (long app = 1; app <= 5_000; app++) times.lasted(app, 30, 15);
        assertNear(15, times.expectedNanos(0, 30));
    }

    @Test
    void statedTimesWrongByAFactorOfTwoSaveAndWaitLikeExactOnes() {
        Node exact = new Node(LASTS_NANOS, false).run();
        Node learned = new Node(LASTS_NANOS, true).run();
        assertTrue(exact.saved() > 0.1, exact.toString());
        assertNear(exact, learned);
        for (long stated : new long[] {LASTS_NANOS / 2, 2 * LASTS_NANOS}) {
            assertNear(exact, new Node(stated, true).run());
            Node believed = new Node(stated, false).run();
            boolean differs = Math.abs(believed.saved() / exact.saved() - 1) > 0.2;
            assertTrue(
                    differs,
                    () -> "exact: " + exact + ", with uncorrected statements: " + believed);
        }
        assertNear(exact, new Node(0, true).run());
    }

    private static void assertNear(long expectedNanos, long actualNanos) {
        assertTrue(Math.abs(expectedNanos - actualNanos) <= 1, actualNanos + " ns");
    }

    private static void assertNear(Node expected, Node actual) {
        assertEquals(expected.saved(), actual.saved(), 0.1 * expected.saved(), actual::toString);
        assertEquals(
                expected.waitNanos(),
                actual.waitNanos(),
                0.1 * expected.waitNanos(),
                actual::toString);
    }

    private static final class Node {
        private record Event(long nanos, Runnable what) {}

        private static final int OTHERS = 10;
        private static final Hold RESPONSE = Hold.upTo(8 * MILLI);

        private final long statedNanos;
        private final Random random = new Random(7);
        private final PriorityQueue<Event> events =
                new PriorityQueue<>(Comparator.comparingLong(Event::nanos));
        private final ArrayDeque<Integer> sent = new ArrayDeque<>();
        private final Omaha<Integer, Integer> omaha;
        private final List<Integer> others = new ArrayList<>();
        private long now;

        Node(long statedNanos, boolean learns) {
            this.statedNanos = statedNanos;
            OmahaSettings settings = OmahaSettings.pledges().withLearnsTimes(learns);
            omaha = new Omaha<>(settings, m -> 100, (to, all) -> sent.add(all.size()), () -> 0.5);
            for (int other = 0; other < OTHERS; other++) others.add(other);
        }

        Node run() {
            for (int app = 1; app <= 10; app++) pause(app);
            respond();
            while (now < RUN_NANOS) {
                long due = omaha.nextDeadlineNanos();
                Event next = events.peek();
                if (due <= next.nanos()) {
                    now = Math.max(now, due);
                    omaha.onTime(now);
                } else {
                    now = next.nanos();
                    events.poll().what().run();
                }
            }
            return this;
        }

        private void after(double nanos, Runnable what) {
            events.add(new Event(now + Math.max(1, (long) nanos), what));
        }

        private double exponential(double mean) {
            return -mean * Math.log(1 - random.nextDouble());
        }

        private void pause(long app) {
            after(exponential(LASTS_NANOS), () -> begin(app));
        }

        private void begin(long app) {
            for (int other : others) omaha.send(other, 1, Hold.NEVER, app, now);
            PledgeHandle pledge = omaha.beginPledge(app, others, statedNanos, now);
            double lasts = LASTS_NANOS * (1 + 0.1 * random.nextGaussian());
            after(
                    lasts,
                    () -> {
                        omaha.close(pledge, now);
                        for (int other : others) omaha.send(other, 1, Hold.NEVER, app, now);
                        pause(app);
                    });
        }

        private void respond() {
            omaha.send(random.nextInt(OTHERS), 1, RESPONSE, 99, now);
            after(exponential(MILLI), this::respond);
        }

        double saved() {
            return omaha.figures().saved();
        }

        double waitNanos() {
            return (double) omaha.figures().holdNanos() / omaha.figures().applicationMessages();
        }

        @Override
        public String toString() {
            return "stated %d ms: saved %.3f, mean wait %.3f ms"
                    .formatted(statedNanos / MILLI, saved(), waitNanos() / MILLI);
        }
    }
}

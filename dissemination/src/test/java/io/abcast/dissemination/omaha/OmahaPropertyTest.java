package io.abcast.dissemination.omaha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.abcast.kernel.Hold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Tests with random operations that Omaha loses, repeats and reorders no message, holds no message longer than its bound, and holds
 * no bytes beyond its bound. For each guarantee, a run with a faulty outlet or driver proves that the test detects
 * violations.
 */
final class OmahaPropertyTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 400;
    private static final int DESTINATIONS = 4;

    private enum Mutant {
        NONE,
        LOSES,
        REPEATS,
        REVERSES,
        SLEEPS,
        HOARDS
    }

    private record Sent(int number, long leaveByNanos) {}

    private static final class Run implements Outlet<Integer, Integer> {
        private final SplittableRandom random;
        private final Mutant mutant;
        private final OmahaSettings settings;
        private final Omaha<Integer, Integer> omaha;
        private final Map<Integer, List<Sent>> waiting = new LinkedHashMap<>();
        private final List<PledgeHandle> pledges = new ArrayList<>();
        private long now;
        private int transmissions;
        private String breach;

        Run(long seed, Mutant mutant) {
            random = new SplittableRandom(seed);
            this.mutant = mutant;
            OmahaSettings drawn =
                    switch (random.nextInt(4)) {
                        case 0 -> OmahaSettings.algorithm1();
                        case 1 -> OmahaSettings.time(random.nextInt(50));
                        case 2 -> OmahaSettings.pledges().withOwnPledgesCount(false);
                        default -> OmahaSettings.pledges();
                    };
            if (drawn.aggregation() != Aggregation.ALGORITHM_1)
                drawn =
                        drawn.withBytesMax(20 + random.nextInt(100))
                                .withPledgeLifeNanos(1 + random.nextInt(200))
                                .withGraceNanos(random.nextInt(3));
            settings = drawn;
            // A message is a number, and the last digit of the number determines the message's size
            // in bytes.
            omaha =
                    new Omaha<>(
                            mutant == Mutant.HOARDS ? settings.withBytesMax(1 << 30) : settings,
                            OmahaPropertyTest::bytes,
                            this,
                            random::nextDouble);
            for (int to = 0; to < DESTINATIONS; to++) waiting.put(to, new ArrayList<>());
        }

        @Override
        public void transmit(Integer to, List<Integer> messages) {
            transmissions++;
            List<Integer> arrived = new ArrayList<>(messages);
            if (mutant == Mutant.LOSES && transmissions % 20 == 0) arrived.remove(0);
            if (mutant == Mutant.REPEATS && transmissions % 20 == 0) arrived.add(arrived.get(0));
            if (mutant == Mutant.REVERSES) Collections.reverse(arrived);
            List<Sent> expected = waiting.get(to);
            for (int message : arrived) {
                if (expected.isEmpty() || expected.get(0).number() != message) {
                    broken("to " + to + " leaves " + message + ": expected " + expected);
                    return;
                }
                Sent sent = expected.remove(0);
                if (now > sent.leaveByNanos()) broken(sent + " left at " + now);
            }
        }

        private void broken(String violation) {
            if (breach == null) breach = violation;
        }

        String go() {
            for (int step = 0; step < STEPS && breach == null; step++) {
                pass(now + random.nextInt(8), mutant != Mutant.SLEEPS || step % 10 == 0);
                act(step);
                pass(now, mutant != Mutant.SLEEPS);
                check();
            }
            omaha.stop(now);
            for (List<Sent> left : waiting.values())
                if (!left.isEmpty()) broken("never left: " + left);
            return breach;
        }

        private void pass(long until, boolean awake) {
            while (awake && omaha.nextDeadlineNanos() <= until) {
                now = Math.max(now, omaha.nextDeadlineNanos());
                omaha.onTime(now);
            }
            now = until;
        }

        private void act(int step) {
            int to = random.nextInt(DESTINATIONS);
            int app = random.nextInt(3);
            switch (random.nextInt(12)) {
                case 0 -> pledges.add(omaha.beginPledge(app, someone(), random.nextInt(60), now));
                case 1, 2 -> {
                    if (!pledges.isEmpty())
                        omaha.close(pledges.get(random.nextInt(pledges.size())), now);
                }
                case 3 -> omaha.flush(to, now);
                case 4 -> {
                    if (random.nextInt(10) == 0) omaha.onView(someone(), now);
                }
                case 5 -> {
                    if (random.nextInt(10) == 0) omaha.abort(app, now);
                }
                default -> send(step, to, app);
            }
        }

        private void send(int number, int to, int app) {
            Hold hold =
                    random.nextInt(4) == 0
                            ? Hold.NEVER
                            : new Hold(random.nextDouble(), random.nextInt(60));
            long leaveBy =
                    settings.aggregation() == Aggregation.TIME
                            ? now + settings.periodNanos()
                            : hold.never() ? now : now + hold.timeoutNanos();
            waiting.get(to).add(new Sent(number, leaveBy));
            omaha.send(to, number, hold, app, now);
        }

        private List<Integer> someone() {
            List<Integer> all = new ArrayList<>();
            for (int to = 0; to < DESTINATIONS; to++) if (random.nextBoolean()) all.add(to);
            return all;
        }

        private void check() {
            int held = 0;
            for (List<Sent> lane : waiting.values()) {
                int bytes = lane.stream().mapToInt(sent -> bytes(sent.number())).sum();
                if (bytes > settings.bytesMax())
                    broken(
                            "held bytes: expected at most "
                                    + settings.bytesMax()
                                    + ", got "
                                    + bytes);
                held += lane.size();
            }
            if (held != omaha.figures().heldNow())
                broken("held: expected " + held + ", got " + omaha.figures());
            boolean due = omaha.nextDeadlineNanos() == Long.MAX_VALUE;
            if (held > 0 && due) broken("no deadline is set for " + waiting);
        }
    }

    private static int bytes(int message) {
        return 5 + message % 10;
    }

    @Test
    void keepsItsGuarantees() {
        for (long seed = 1; seed <= SEEDS; seed++)
            assertNull(new Run(seed, Mutant.NONE).go(), "seed " + seed);
    }

    @Test
    void theSameSeedGivesTheSameFigures() {
        for (long seed = 1; seed <= 20; seed++) {
            Run one = new Run(seed, Mutant.NONE);
            Run two = new Run(seed, Mutant.NONE);
            one.go();
            two.go();
            assertArrayEquals(one.omaha.figures().holds(), two.omaha.figures().holds());
            assertEquals(one.transmissions, two.transmissions, "seed " + seed);
        }
    }

    @Test
    void everyMutantIsNoticed() {
        for (Mutant mutant : Mutant.values()) {
            if (mutant == Mutant.NONE) continue;
            String found = null;
            for (long seed = 1; seed <= SEEDS && found == null; seed++)
                found = new Run(seed, mutant).go();
            assertNotNull(found, mutant + " was not noticed");
        }
    }
}

package io.abcast.zab.coin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
final class CoinChooserTest {
    private record Load(
            int servers,
            int followers,
            double d,
            double lambda,
            double theta,
            double forced,
            double delta) {
        static Load draw(SplittableRandom random) {
            int servers = 3 + 2 * random.nextInt(15);
            int needed = (servers - 1) / 2;
            double lambda = Math.pow(10, 4 * random.nextDouble());
            return new Load(
                    servers,
                    needed + 1 + random.nextInt(needed),
                    Math.pow(10, -4 + 3 * random.nextDouble()),
                    lambda,
                    lambda * (random.nextBoolean() ? 1 : 2 * random.nextDouble()),
                    Math.pow(10, -4 + 4 * random.nextDouble()),
                    Math.pow(10, -4 + 2 * random.nextDouble()));
        }

        CoinChooser chooser() {
            return new CoinChooser(servers, followers, forced, delta);
        }

        double tossRate() {
            return Math.max(lambda, 1 / forced);
        }

        double bound() {
            return d * tossRate();
        }
    }

    private interface Check {
        void of(Load load, CoinRange range);
    }

    private static void forDrawnLoads(int loads, Check check) {
        long seed = 20180401;
        SplittableRandom random = new SplittableRandom(seed);
        int feasible = 0;
        for (int i = 0; i < loads; i++) {
            Load load = Load.draw(random);
            CoinRange range = load.chooser().range(load.lambda, load.d, load.theta);
            feasible += range.feasible() ? 1 : 0;
            try {
                check.of(load, range);
            } catch (AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + " draw " + i + ": " + load + " " + range, e);
            }
        }
        assertTrue(feasible > loads / 10 && feasible < loads * 9 / 10, "feasible: " + feasible);
    }

    /**
     * Table 5.2b of EL-Sanosi 2018 lists the highest usable p for theta = lambda and delta = 0.001: 0.499, 0.249, 0.166
     * and 0.124 for 3, 5, 7 and 9 servers.
     */
    @ParameterizedTest
    @CsvSource({"3, 0.499", "5, 0.249", "7, 0.166", "9, 0.124"})
    void upperBoundIsThatOfTable52b(int servers, double printed) {
        CoinChooser chooser = new CoinChooser(servers, servers - 1, 0.1, 0.001);
        for (double lambda : new double[] {10, 999, 1846, 5347, 31_415.9}) {
            CoinRange range = chooser.range(lambda, 1, lambda);
            assertEquals(1.0 / (servers - 1) - 0.001, range.p2(), 1e-15);
            assertEquals(printed, Math.round(range.p2() * 1000) / 1000.0);
            assertEquals(range.p2(), range.at(CoinChoice.U));
        }
    }

    /**
     * Challenge 2 of EL-Sanosi 2018: if abcasts are rarer than 1/D, forced tosses determine the rate in equations (4.1)
     * and (4.2).
     */
    @Test
    void forcedTossesCountWhenAbcastsAreRare() {
        CoinChooser chooser = new CoinChooser(5, 4, 0.002, 0.001);
        CoinRange atForcedRate = chooser.range(500, 0.01, 300);
        for (double lambda : new double[] {0, 1, 499}) {
            assertEquals(atForcedRate, chooser.range(lambda, 0.01, 300));
        }
        assertEquals(300.0 / 4 * 0.002 - 0.001, atForcedRate.p2(), 1e-15);
        assertTrue(chooser.range(501, 0.01, 300).p2() < atForcedRate.p2());
    }

    /**
     * The test compares P1, the lowest usable p, with section 4.3 of EL-Sanosi 2018, "P1 <= P2: return (p_l = P1e : P1
     * <= P1e < P1 + delta)". The test compares P2, the highest usable p, with equation (4.2).
     */
    @Test
    void boundsMeetBothRequirementsAndOverestimateP1ByLessThanDelta() {
        forDrawnLoads(
                20_000,
                (load, range) -> {
                    double limit = load.theta / (load.followers * load.tossRate());
                    assertTrue(range.p2() < limit || range.p2() == 1);
                    if (!range.feasible()) {
                        return;
                    }
                    FollowUps w = new FollowUps(load.servers, load.followers);
                    assertTrue(w.expected(range.p1()) < load.bound());
                    // the lowest usable p is at most 0.01 above its lower bound P1l
                    double step = Math.min(load.delta, 0.01);
                    double below = Math.max(0, range.p1() - step - 1e-12);
                    assertTrue(w.expected(below) >= load.bound());
                });
    }

    @Test
    void isFeasibleIfAndOnlyIfTheUpperBoundMeetsTheLatencyRequirement() {
        forDrawnLoads(
                20_000,
                (load, range) -> {
                    FollowUps w = new FollowUps(load.servers, load.followers);
                    boolean meets = range.p2() > 0 && w.expected(range.p2()) < load.bound();
                    assertEquals(meets, range.feasible());
                });
    }

    @Test
    void equalsAlgorithmOneWalkedStepByStep() {
        forDrawnLoads(
                2_000,
                (load, range) -> {
                    FollowUps w = new FollowUps(load.servers, load.followers);
                    double walked =
                            new AlgorithmOne(w::expected, load.bound(), load.delta)
                                    .estimate(range.p2());
                    if (range.feasible()) {
                        assertEquals(walked, range.p1());
                    } else {
                        assertTrue(walked > range.p2());
                        assertEquals(1, range.p1());
                    }
                });
    }

    /**
     * EL-Sanosi 2018: "If P1 > P2, P1e = 1 is returned which would signal having to switch to Zab." The printed
     * Algorithm 1 returns P2 + delta if P2 (highest usable p) lies between P1l and P1 (lower bound and value of the
     * lowest usable p).
     */
    @Test
    void returnsOneWhereThePrintedAlgorithmReturnsMoreThanP2() {
        // With the measurements of this test, the lowest usable p (P1) is 0.2585, between P1l =
        // 0.25 and P1u = 0.26, and the highest (P2) is 0.257.
        double lambda = 1000;
        double bound = new FollowUps(3).expected(0.2585);
        double theta = 2 * lambda * (0.257 + 0.001);
        CoinRange range = new CoinChooser(3, 2, 1, 0.001).range(lambda, bound / lambda, theta);
        AlgorithmOne printed = new AlgorithmOne(new FollowUps(3)::expected, bound, 0.001);
        assertEquals(0.25, printed.lower);
        assertEquals(0.26, printed.upper);
        assertEquals(0.258, printed.estimate(range.p2()), 1e-12);
        assertEquals(1, range.p1());
        assertEquals(0.257, range.p2(), 1e-12);
        assertFalse(range.feasible());
    }

    @Test
    void choicesAreThoseOfFigure54() {
        CoinRange range = new CoinChooser(5, 4, 1, 0.001).range(2000, 0.02, 2000);
        assertTrue(range.feasible());
        assertEquals(range.p2(), range.at(CoinChoice.U));
        assertEquals((range.p1() + range.p2()) / 2, range.at(CoinChoice.A));
        assertEquals((range.at(CoinChoice.A) + range.p1()) / 2, range.at(CoinChoice.AA));
    }

    @Test
    void everyChoiceLiesWithinTheBoundsAndEqualsThatOfTheRange() {
        forDrawnLoads(
                5_000,
                (load, range) -> {
                    CoinChooser chooser = load.chooser();
                    for (CoinChoice choice : CoinChoice.values()) {
                        double p = chooser.choose(choice, load.lambda, load.d, load.theta);
                        if (range.feasible()) {
                            assertEquals(range.at(choice), p);
                            assertTrue(p >= range.p1() && p <= range.p2());
                        } else {
                            assertTrue(Double.isNaN(p));
                            assertThrows(IllegalStateException.class, () -> range.at(choice));
                        }
                    }
                });
    }

    @Test
    void nearestKeepsAWishWithinTheBounds() {
        CoinRange range = new CoinRange(0.1, 0.3, true);
        assertEquals(0.1, range.nearest(0));
        assertEquals(0.2, range.nearest(0.2));
        assertEquals(0.3, range.nearest(LikeliestHeads.probability(4, 2, 2)));
        assertThrows(IllegalArgumentException.class, () -> range.nearest(Double.NaN));
        CoinRange none = new CoinRange(1, 0.3, false);
        assertThrows(IllegalStateException.class, () -> none.nearest(0.2));
        assertThrows(IllegalArgumentException.class, () -> new CoinRange(0.3, 0.1, true));
    }

    @Test
    void thetaBeyondEveryTossAllowsEveryP() {
        CoinRange range = new CoinChooser(5, 4, 1, 0.001).range(100, 0.0001, 1000);
        assertEquals(1, range.p2());
        assertTrue(range.feasible());
        assertTrue(new FollowUps(5).expected(range.p1()) < 0.01);
    }

    @Test
    void nothingIsFeasibleWithoutDelayOrWithoutAcks() {
        CoinChooser chooser = new CoinChooser(5, 4, 1, 0.001);
        assertFalse(chooser.range(100, 0, 100).feasible()); // with d = 0, Zab's commit takes 0 s
        assertFalse(chooser.range(100, 0, 1000).feasible());
        assertFalse(chooser.range(100, 0.1, 0).feasible());
        assertFalse(chooser.range(0, 0, 0).feasible());
        assertTrue(chooser.range(100, 0.1, 0).p2() < 0);
    }

    @Test
    void choosingAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CoinChooser chooser = new CoinChooser(31, 30, 0.1, 0.001);
        double sum = choices(chooser); // a first run, so that all classes are loaded
        long before = threads.getCurrentThreadAllocatedBytes();
        sum += choices(chooser);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(sum > 0);
        assertEquals(0, bytes);
    }

    private static double choices(CoinChooser chooser) {
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            double lambda = 1000 + i;
            sum += chooser.choose(CoinChoice.AA, lambda, 0.1, lambda);
        }
        return sum;
    }

    @Test
    void refusesInvalidConfigurations() {
        assertRefused("servers: ", () -> new CoinChooser(4, 3, 1, 0.01));
        assertRefused("followers: ", () -> new CoinChooser(3, 1, 1, 0.01));
        for (double forced : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertRefused("D: expected ", () -> new CoinChooser(3, 2, forced, 0.01));
        }
        for (double delta : new double[] {0, -0.01, 1, 1e-10, Double.NaN}) {
            assertRefused("delta: expected ", () -> new CoinChooser(3, 2, 1, delta));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesImpossibleMeasurements(double figure) {
        CoinChooser chooser = new CoinChooser(3, 2, 1, 0.01);
        assertRefused("lambda: ", () -> chooser.choose(CoinChoice.U, figure, 0.1, 100));
        assertRefused("d: ", () -> chooser.choose(CoinChoice.U, 100, figure, 100));
        assertRefused("theta: ", () -> chooser.choose(CoinChoice.U, 100, 0.1, figure));
    }

    private static void assertRefused(String start, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.startsWith(start), message);
    }
}

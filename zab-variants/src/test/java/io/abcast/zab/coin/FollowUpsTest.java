package io.abcast.zab.coin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FollowUpsTest {
    private static final double[] PROBABILITIES = {
        1e-12, 1e-6, 1e-3, 0.005, 0.01, 0.05, 0.124, 0.166, 0.249, 0.37, 0.499, 0.5, 0.63, 0.75,
        0.9, 0.99, 0.999999
    };

    private static void assertSame(double expected, double actual, Object what) {
        double tolerance = 1e-9 * Math.max(1, Math.abs(expected));
        assertEquals(expected, actual, tolerance, () -> what.toString());
    }

    @Test
    void equalsTheExactMeanForEveryEnsembleAndEveryViableNumberOfFollowers() {
        for (int servers = 3; servers <= 31; servers += 2) {
            for (int followers = (servers + 1) / 2; followers < servers; followers++) {
                FollowUps w = new FollowUps(servers, followers);
                for (double p : PROBABILITIES) {
                    double exact = ExactFollowUps.expected(servers, followers, p);
                    assertSame(
                            exact, w.expected(p), "N " + servers + " n " + followers + " p " + p);
                }
            }
        }
    }

    @Test
    void isExactToTwelveDigitsUpToTheLargestEnsemble() {
        for (int servers = 33; servers <= FollowUps.SERVERS_MAX; servers += 2) {
            FollowUps w = new FollowUps(servers);
            for (double p : PROBABILITIES) {
                double exact = ExactFollowUps.expected(servers, servers - 1, p);
                assertEquals(exact, w.expected(p), 1e-12 * exact, "N " + servers + " p " + p);
            }
        }
    }

    /**
     * Compares W(p), the mean number of abcasts until a delivery, with a solution of the whole Markov chain of figure
     * 4.4 by LU decomposition.
     */
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 7, 9, 11, 13, 15})
    void equalsTheChainOfFigure44SolvedAsEquations(int servers) {
        FollowUps w = new FollowUps(servers);
        int followers = servers - 1;
        int absorbing = (servers - 1) / 2;
        for (double p : PROBABILITIES) {
            if (p < 1e-6) {
                continue; // I - Q is singular in doubles; another test covers this p
            }
            RealMatrix identityMinusQ = new Array2DRowRealMatrix(followers + 1, followers + 1);
            RealVector ones = new ArrayRealVector(followers + 1);
            RealVector start = new ArrayRealVector(followers + 1);
            for (int i = 0; i <= followers; i++) {
                start.setEntry(i, heads(followers, i, p));
                identityMinusQ.setEntry(i, i, 1);
                if (i >= absorbing) {
                    continue;
                }
                ones.setEntry(i, 1);
                for (int j = i; j <= followers; j++) {
                    identityMinusQ.addToEntry(i, j, -heads(followers - i, j - i, p));
                }
            }
            RealVector abcasts = new LUDecomposition(identityMinusQ).getSolver().solve(ones);
            assertSame(start.dotProduct(abcasts), w.expected(p), "N " + servers + " p " + p);
        }
    }

    private static double heads(int tosses, int heads, double p) {
        return new BinomialDistribution(null, tosses, p).probability(heads);
    }

    /**
     * Compares W(p), the mean number of abcasts until a delivery, with a simulation of coin tosses (EL-Sanosi 2018,
     * section 4.2.2).
     */
    @ParameterizedTest
    @CsvSource({"3, 2, 0.499", "5, 4, 0.249", "5, 3, 0.249", "7, 6, 0.166", "9, 8, 0.124"})
    void isTheMeanOfTossedCoins(int servers, int followers, double p) {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        SummaryStatistics abcasts = new SummaryStatistics();
        for (int run = 0; run < 200_000; run++) {
            int acked = 0;
            int after = -1;
            while (acked < (servers - 1) / 2) {
                after++;
                int tossing = followers - acked;
                for (int follower = 0; follower < tossing; follower++) {
                    acked += random.nextDouble() < p ? 1 : 0;
                }
            }
            abcasts.addValue(after);
        }
        double fiveSigma = 5 * abcasts.getStandardDeviation() / Math.sqrt((double) abcasts.getN());
        assertEquals(
                abcasts.getMean(),
                new FollowUps(servers, followers).expected(p),
                fiveSigma,
                () -> "seed " + seed);
    }

    @Test
    void equalsTheClosedFormsOfAppendixC() {
        assertFormula(3, ThesisFormulas::c1);
        assertFormula(5, ThesisFormulas::c2);
        assertFormula(7, ThesisFormulas::c3);
        assertFormula(9, ThesisFormulas::c4Corrected);
    }

    private static void assertFormula(int servers, DoubleUnaryOperator formula) {
        FollowUps w = new FollowUps(servers);
        for (int r = 1; r <= 1000; r++) {
            double p = r / 1000.0;
            assertSame(formula.applyAsDouble(p), w.expected(p), "N " + servers + " p " + p);
        }
    }

    /** Equation (C.4) of EL-Sanosi 2018 as printed has q13 in place of q23, and lacks the terms with q01 q13. */
    @ParameterizedTest
    @CsvSource({
        "0.01, 44.080, 62.635",
        "0.05, 9.114, 11.871",
        "0.1, 4.557, 5.522",
        "0.124, 3.631, 4.293",
        "0.2, 2.090, 2.343",
        "0.5, 0.387, 0.392"
    })
    void differsFromTheFormulaPrintedForNine(double p, double printed, double ours) {
        assertEquals(printed, ThesisFormulas.c4(p), 0.0005);
        assertEquals(ours, new FollowUps(9).expected(p), 0.0005);
    }

    /** EL-Sanosi 2018, section 4.2.2: "W(p) = 0 when p = 1 and W(p) -> infinity as p -> 0". */
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 31, 63})
    void isInfiniteAtZeroAndZeroAtOne(int servers) {
        FollowUps w = new FollowUps(servers);
        assertEquals(Double.POSITIVE_INFINITY, w.expected(0));
        assertEquals(Double.POSITIVE_INFINITY, w.expected(Double.MIN_VALUE));
        assertEquals(0, w.expected(1));
        double nearZero = w.expected(1e-299);
        assertTrue(nearZero > 1e298 && nearZero < Double.POSITIVE_INFINITY, () -> "" + nearZero);
        double nearOne = w.expected(Math.nextDown(1.0));
        assertTrue(nearOne >= 0 && nearOne < 1e-15, () -> "" + nearOne);
    }

    /** EL-Sanosi 2018, appendix C.2: W(p), the mean number of abcasts until a delivery, is non-increasing. */
    @Test
    void neverIncreases() {
        for (int servers = 3; servers <= FollowUps.SERVERS_MAX; servers += 2) {
            FollowUps w = new FollowUps(servers);
            double before = Double.POSITIVE_INFINITY;
            for (int r = 1; r <= 2000; r++) {
                double now = w.expected(r / 2000.0);
                assertTrue(now <= before, "N " + servers + " p " + r / 2000.0);
                before = now;
            }
        }
    }

    @Test
    void givesTheSameResultAfterOtherCalls() {
        FollowUps w = new FollowUps(15);
        double first = w.expected(0.07);
        w.expected(0.9);
        w.expected(0);
        assertEquals(first, w.expected(0.07));
        assertEquals(first, new FollowUps(15).expected(0.07));
    }

    @Test
    void refusesInvalidEnsemblesAndProbabilities() {
        for (int servers : new int[] {-3, 0, 1, 2, 4, 64, 65}) {
            String message =
                    assertThrows(IllegalArgumentException.class, () -> new FollowUps(servers))
                            .getMessage();
            assertEquals("servers: expected an odd number in 3..63, got " + servers, message);
        }
        for (int followers : new int[] {-1, 2, 5}) {
            String message =
                    assertThrows(IllegalArgumentException.class, () -> new FollowUps(5, followers))
                            .getMessage();
            assertEquals("followers: expected 3..4 of 5 servers, got " + followers, message);
        }
        for (double p : new double[] {-1e-9, 1.0000001, Double.NaN, Double.POSITIVE_INFINITY}) {
            String message =
                    assertThrows(IllegalArgumentException.class, () -> new FollowUps(3).expected(p))
                            .getMessage();
            assertEquals("p: expected a probability in 0..1, got " + p, message);
        }
    }
}

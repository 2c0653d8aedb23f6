package io.abcast.zab.coin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LikeliestHeadsTest {
    /**
     * EL-Sanosi 2018, section 4.3.1, lists the set P* for n = 4 followers: six probabilities, symmetric about one half.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0.25",
        "1, 2, 0.3660254037844386", // for 1 to 2 Heads, 1/p - 1 is sqrt(3/1 * 2/2)
        "1, 3, 0.5",
        "2, 2, 0.5",
        "2, 3, 0.6339745962155614",
        "3, 3, 0.75"
    })
    void givesTheSixProbabilitiesOfFourFollowers(int fewest, int most, double p) {
        assertEquals(p, LikeliestHeads.probability(4, fewest, most), 1e-15);
    }

    /**
     * EL-Sanosi 2018, section 4.3.1, on the best probability p* of Head for exactly alpha Heads: it "gives the
     * probability at which the chances of getting exactly alpha heads are maximum".
     */
    @Test
    void isTheShareOfTheWishedHeadsWhenTheirNumberIsExact() {
        for (int heads = 1; heads < 62; heads++) {
            assertEquals(heads / 62.0, LikeliestHeads.probability(62, heads, heads), 1e-14);
        }
    }

    /**
     * EL-Sanosi 2018, appendix B.1.2: the probability that the number of Heads is between alpha and alpha + b "is at
     * its maximum" if Head has the probability p*.
     */
    @Test
    void noOtherProbabilityMakesTheWishMoreLikely() {
        for (int followers = 2; followers <= 14; followers++) {
            for (int fewest = 1; fewest < followers; fewest++) {
                for (int most = fewest; most < followers; most++) {
                    double best = LikeliestHeads.probability(followers, fewest, most);
                    double there = chance(followers, fewest, most, best);
                    double before = 0;
                    for (int r = 1; r < 200; r++) {
                        double p = r / 200.0;
                        double here = chance(followers, fewest, most, p);
                        String what = followers + ": " + fewest + ".." + most + " at " + p;
                        assertTrue(here <= there + 1e-12, what);
                        // The probability of the wished number of Heads has only one maximum, so
                        // the best p of a range is nearest to this maximum.
                        assertTrue(
                                p > best ? here <= before || p - best < 0.005 : here >= before,
                                what);
                        before = here;
                    }
                }
            }
        }
    }

    private static double chance(int followers, int fewest, int most, double p) {
        BinomialDistribution heads = new BinomialDistribution(null, followers, p);
        return heads.cumulativeProbability(fewest - 1, most);
    }

    /**
     * EL-Sanosi 2018, section 4.3.1, on the best probability of Head: "p*(alpha:alpha+b) = 0 if alpha = 0, and for any
     * alpha > 0, p* = 1 if alpha + b = n".
     */
    @Test
    void isZeroOrOneForAWishWithoutALowerOrUpperBound() {
        for (int heads = 0; heads < 4; heads++) {
            assertEquals(0, LikeliestHeads.probability(4, 0, heads));
            assertEquals(1, LikeliestHeads.probability(4, heads + 1, 4));
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 0, 4", "4, -1, 2", "4, 3, 2", "4, 1, 5", "0, 0, 0"})
    void refusesInvalidWishes(int followers, int fewest, int most) {
        assertThrows(
                IllegalArgumentException.class,
                () -> LikeliestHeads.probability(followers, fewest, most));
    }
}

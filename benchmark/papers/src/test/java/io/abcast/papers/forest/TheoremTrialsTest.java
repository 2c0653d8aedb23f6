package io.abcast.papers.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.jgroups.forest.OjAlgoSolver;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TheoremTrialsTest {
    @Test
    void reportsTheInstanceOfABrokenConstraint() {
        TheoremTrials trials =
                new TheoremTrials(
                        (sites, plan) -> PrintedAlgorithm1.rates(sites.uplink(), plan.rates()));
        trials.check(WorkedExample.sites());
        assertFalse(trials.holds());
        String note = String.join("\n", trials.result().notes());
        assertTrue(note.contains("Algorithm 1, rates of phase 1: (5.10)"), note);
        assertTrue(note.contains("\"uplink\": [2.0, 10.0, 6.0]"), note);
    }

    @Test
    void theCorrectedAlgorithmKeepsTheConstraintsOfTheSameInstance() {
        TheoremTrials trials = new TheoremTrials(ForestPlanner::algorithm1);
        trials.check(WorkedExample.sites());
        assertTrue(trials.holds());
        assertEquals(List.of(), trials.result().notes());
    }

    @Test
    void thePrintedAlgorithmGivesTheRatesOfItsLines() {
        double[][] r = PrintedAlgorithm1.rates(new double[] {2, 10, 6}, new double[] {1, 3, 5});
        assertArrayEquals(new double[] {1, 0, 0}, r[0]);
        assertArrayEquals(new double[] {0, 3, 0}, r[1]);
        // In the example of Tan 2019, section 4.3.2, the printed Algorithm 1 lowers U_3 = 1 by
        // r_3,2 = 4.
        assertArrayEquals(new double[] {0, 4, -3}, r[2]);
    }

    @Test
    void thePrintedFirstPhaseNeedsNoNegativeRateButAdmitsIt() {
        double[][] latency = new double[3][3];
        double[] four = {4, 4, 4};
        ForestSites admits =
                new ForestSites(
                        ForestSites.numbers(3), four, new double[] {2, 9, 9}, four, latency);
        assertEquals(6, PrintedPhase1.total(admits, new OjAlgoSolver()), 1e-9);
        ForestSites needs =
                new ForestSites(
                        ForestSites.numbers(3), four, new double[] {0, 0, 9}, four, latency);
        assertEquals(4, PrintedPhase1.total(needs, new OjAlgoSolver()), 1e-9);
        TheoremTrials trials = new TheoremTrials(ForestPlanner::algorithm1);
        trials.check(admits);
        assertEquals(0, printedPhase1(trials));
        trials.check(needs);
        assertEquals(1, printedPhase1(trials));
        assertTrue(trials.holds());
    }

    private static double printedPhase1(TheoremTrials trials) {
        return trials.result().cells().stream()
                .filter(cell -> cell.row().equals("phase 1 as printed"))
                .findFirst()
                .orElseThrow()
                .ours();
    }

    @Test
    void drawsEverySizeAndBothKindsOfLoad() {
        SplittableRandom random = new SplittableRandom(1);
        Set<Integer> sizes = new HashSet<>();
        for (int k = 0; k < 2_000; k++) sizes.add(RandomSites.draw(random).n());
        assertEquals(ForestSites.SITES_MAX, sizes.size());
    }
}

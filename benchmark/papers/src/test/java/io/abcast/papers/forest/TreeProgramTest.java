package io.abcast.papers.forest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.jgroups.forest.OjAlgoSolver;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class TreeProgramTest {
    private static final double[][] NO_LIMIT = null;

    private final OjAlgoSolver solver = new OjAlgoSolver();

    /**
     * The number of trees of height one or two with a given source among n sites is the sum over k of C(m, k) k^(m-k),
     * where m = n - 1.
     */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 3", "4, 10", "5, 41", "6, 196"})
    void enumeratesEveryTreeOfHeightTwoOnce(int n, int perSource) {
        List<ShallowTree> trees = ShallowTree.all(n);
        assertEquals(n * perSource, trees.size());
        Set<String> distinct = new HashSet<>();
        for (ShallowTree tree : trees) {
            int[] parent = tree.parent().clone();
            parent[tree.source()] = -1;
            assertTrue(distinct.add(tree.source() + Arrays.toString(parent)));
            int copies = 0;
            for (int site = 0; site < n; site++) copies += tree.copiesSentBy(site);
            assertEquals(n - 1, copies, "each other site receives one copy");
        }
    }

    @Test
    void aBaseOverlayHasOneRelay() {
        ShallowTree tree = ShallowTree.base(4, 1, 2);
        assertEquals(1, tree.copiesSentBy(1));
        assertEquals(2, tree.copiesSentBy(2));
        assertTrue(tree.sends(1, 2) && tree.sends(2, 0) && tree.sends(2, 3));
        assertFalse(tree.sends(1, 0) || tree.sends(2, 1));
        ShallowTree direct = ShallowTree.base(4, 1, 1);
        assertEquals(3, direct.copiesSentBy(1));
    }

    @ParameterizedTest
    @EnumSource(PlanObjective.class)
    void baseOverlaysCostWhatThePlanCosts(PlanObjective objective) {
        for (double s : ThesisNetwork.SKEWNESS) {
            ForestSites sites = ThesisNetwork.oneWay(Loads.PRINTED.percent(5, s));
            ForestPlan plan = new ForestPlanner(solver).plan(sites, objective);
            double mean =
                    new TreeProgram(sites, NO_LIMIT, ShallowTree.base(5), solver)
                            .lowestMean(
                                    plan.rates(),
                                    tree ->
                                            objective == PlanObjective.SUM
                                                    ? 4 * tree.delivery(sites.latency())
                                                    : tree.commit(sites.latency()));
            assertEquals(plan.objective(), mean * plan.total(), 1e-6 * plan.objective());
        }
    }

    /** Tan 2019, theorem 4.3.1. */
    @Test
    void otherTreesCarryMoreOnlyWithACapacityPerPair() {
        ForestSites sites = ThesisNetwork.oneWay(Loads.PRINTED.percent(5, 1.5));
        assertEquals(total(sites, NO_LIMIT, true), total(sites, NO_LIMIT, false), 1e-6);
        ForestSites equal = ThesisNetwork.oneWay(Loads.PRINTED.percent(5, 0));
        SplittableRandom random = new SplittableRandom(1);
        int more = 0;
        for (int k = 0; k < 10; k++) {
            double[][] pairs = PairCapacities.varied(5, 187.5, random);
            double base = total(equal, pairs, false);
            double all = total(equal, pairs, true);
            assertTrue(all >= base - 1e-6, base + " and " + all);
            if (all > 1.01 * base) more++;
        }
        assertTrue(more >= 5, "draws with a larger total: " + more);
    }

    private double total(ForestSites sites, double[][] pairs, boolean all) {
        List<ShallowTree> trees = all ? ShallowTree.all(5) : ShallowTree.base(5);
        return new TreeProgram(sites, pairs, trees, solver).largestTotal();
    }

    @Test
    void aPairLimitsDirectSending() {
        ForestSites sites = ThesisNetwork.oneWay(Loads.PRINTED.percent(5, 1.5));
        TreeProgram wide = new TreeProgram(sites, NO_LIMIT, ShallowTree.direct(5), solver);
        assertEquals(187.5 + 750 * 0.15, wide.largestTotal(), 1e-6);
        double[][] pairs = PairCapacities.equal(5, 50);
        TreeProgram narrow = new TreeProgram(sites, pairs, ShallowTree.direct(5), solver);
        assertEquals(50 + 50 + 750 * 0.07, narrow.largestTotal(), 1e-6);
    }

    @Test
    void aDownlinkLimitsAllTrees() {
        double[] ten = {10, 10, 10};
        ForestSites sites =
                new ForestSites(
                        ForestSites.numbers(3), ten, new double[] {9, 9, 1}, ten, new double[3][3]);
        List<ShallowTree> trees = ShallowTree.all(3);
        assertEquals(9.5, new TreeProgram(sites, NO_LIMIT, trees, solver).largestTotal(), 1e-6);
    }

    @Test
    void aPlanUnawareOfPairsIsLoweredUntilEachPairFits() {
        ForestSites sites = ThesisNetwork.oneWay(Loads.PRINTED.percent(5, 0));
        ForestPlan plan = new ForestPlanner(solver).plan(sites, PlanObjective.SUM);
        double[][] pairs = PairCapacities.equal(5, 150);
        assertEquals(750, PairCapacities.totalWithin(pairs, sites, plan), 1e-6);
        pairs[3][1] = 75;
        assertEquals(375, PairCapacities.totalWithin(pairs, sites, plan), 1e-6);
        double aware = new TreeProgram(sites, pairs, ShallowTree.base(5), solver).largestTotal();
        assertTrue(aware > 600, () -> "aware of pairs: " + aware);
    }

    @Test
    void refusesAWrongAnswer() {
        ForestSites sites = ThesisNetwork.oneWay(Loads.PRINTED.percent(5, 1));
        List<ShallowTree> trees = ShallowTree.base(5);
        TreeProgram none = new TreeProgram(sites, NO_LIMIT, trees, program -> null);
        assertThrows(IllegalStateException.class, none::largestTotal);
        TreeProgram tooMuch =
                new TreeProgram(
                        sites,
                        NO_LIMIT,
                        trees,
                        program -> {
                            double[] x = new double[program.variables()];
                            Arrays.fill(x, 1);
                            return x;
                        });
        assertThrows(IllegalStateException.class, tooMuch::largestTotal);
    }
}

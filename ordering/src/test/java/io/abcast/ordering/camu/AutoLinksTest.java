package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.camu.LinkWorld.Load;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests the rule "auto" of links: "Partners shift during a run: auto is within 10 % of the best static links after 5 s,
 * and then stays still."
 */
@Execution(ExecutionMode.CONCURRENT)
class AutoLinksTest {
    private static final int PARTITIONS = 6;
    private static final long SHIFT_SECOND = 10;
    private static final long END_SECOND = 25;
    private static final long COMMIT = LinkWorld.MILLI;

    private static int[] pair(int one, int other) {
        return new int[] {Math.min(one, other), Math.max(one, other)};
    }

    private static final class Shifting implements Load {
        private final double rate;

        Shifting(double rate) {
            this.rate = rate;
        }

        static int partner(int partition, boolean isLate) {
            int step = (partition % 2 == 0) == isLate ? -1 : 1;
            return Math.floorMod(partition + step, PARTITIONS);
        }

        @Override
        public double rate(int partition, long now) {
            return rate;
        }

        @Override
        public int[] destinations(int partition, long now, Random random) {
            boolean isLate = now >= SHIFT_SECOND * LinkWorld.SECOND;
            return pair(partition, partner(partition, isLate));
        }
    }

    private static LinkWorld run(
            Load load, long oneWay, long[] clocks, long seed, Consumer<LinkWorld> links) {
        LinkWorld world = new LinkWorld(LinkWorld.equal(PARTITIONS, oneWay), COMMIT, clocks, seed);
        links.accept(world);
        world.start(load);
        return world;
    }

    private static void late(LinkWorld world) {
        for (int one = 0; one < PARTITIONS; one++) world.link(one, Shifting.partner(one, true));
    }

    private static void all(LinkWorld world) {
        for (int one = 0; one < PARTITIONS; one++)
            for (int other = 0; other < PARTITIONS; other++)
                if (one != other) world.link(one, other);
    }

    private static int check(Load load, long oneWay, long[] clocks, long seed, int lateMax) {
        double best = Double.MAX_VALUE;
        StringBuilder text = new StringBuilder();
        Consumer<LinkWorld> none = world -> {};
        for (Consumer<LinkWorld> links : List.of(none, AutoLinksTest::late, AutoLinksTest::all)) {
            LinkWorld fixed = run(load, oneWay, clocks, seed, links);
            fixed.runUntil(END_SECOND * LinkWorld.SECOND);
            double mean = fixed.meanMillis(SHIFT_SECOND + 5, END_SECOND - 1);
            text.append(" static ").append(mean);
            best = Math.min(best, mean);
        }
        LinkWorld auto = run(load, oneWay, clocks, seed, world -> world.rule(LinkRule.AUTO));
        auto.runUntil((SHIFT_SECOND + 5) * LinkWorld.SECOND);
        long switches = auto.switches();
        auto.runUntil(END_SECOND * LinkWorld.SECOND);
        double mean = auto.meanMillis(SHIFT_SECOND + 5, END_SECOND - 1);
        text.append(" auto ").append(mean).append(" open ").append(auto.open());
        text.append(" switches ").append(auto.switches());
        assertTrue(mean <= 1.1 * best, text.toString());
        assertTrue(auto.switches() - switches <= lateMax, text.toString());
        // At most three switches per partition: the link to its first partner opens and closes, and
        // the link to its later partner opens.
        assertTrue(auto.switches() <= 3 * PARTITIONS, text.toString());
        assertEquals(0, auto.refused());
        return auto.open();
    }

    @Tag("search")
    @Test
    void followsPartnersThatShift() {
        for (long seed = 1; seed <= 3; seed++) {
            int open = check(new Shifting(200), 5 * LinkWorld.MILLI, new long[PARTITIONS], seed, 0);
            assertTrue(open > 0, "no link is open");
        }
    }

    @Test
    void opensNoLinkIfTheVotesCostLessThanTheMarks() {
        assertEquals(0, check(new Shifting(20), LinkWorld.MILLI / 10, new long[PARTITIONS], 1, 0));
    }

    @Tag("search")
    @Test
    void followsPartnersWhoseClocksAreApart() {
        long[] clocks = {0, 40, -30, 10, 80, -5};
        for (int i = 0; i < PARTITIONS; i++) clocks[i] = (clocks[i] + 100) * LinkWorld.MILLI;
        check(new Shifting(200), 5 * LinkWorld.MILLI, clocks, 1, PARTITIONS / 2);
    }

    @Test
    void constantTrafficLeavesTheLinksAlone() {
        Load load = new Shifting(100);
        LinkWorld world =
                run(
                        load,
                        5 * LinkWorld.MILLI,
                        new long[PARTITIONS],
                        7,
                        each -> each.rule(LinkRule.AUTO));
        world.runUntil(6 * LinkWorld.SECOND);
        long early = world.switches();
        world.runUntil(SHIFT_SECOND * LinkWorld.SECOND);
        assertEquals(early, world.switches());
    }

    @Test
    void idlePartitionsCloseTheirLinks() {
        Load load =
                new Load() {
                    @Override
                    public double rate(int partition, long now) {
                        return now < 5 * LinkWorld.SECOND ? 200 : 0;
                    }

                    @Override
                    public int[] destinations(int partition, long now, Random random) {
                        return pair(partition, Shifting.partner(partition, false));
                    }
                };
        LinkWorld world =
                run(
                        load,
                        5 * LinkWorld.MILLI,
                        new long[PARTITIONS],
                        3,
                        each -> each.rule(LinkRule.AUTO));
        world.runUntil(5 * LinkWorld.SECOND);
        assertTrue(world.open() > 0);
        world.runUntil(20 * LinkWorld.SECOND);
        assertEquals(0, world.open());
        long messages = world.messages();
        world.runUntil(30 * LinkWorld.SECOND);
        assertEquals(messages, world.messages());
    }

    @Test
    void theThesisRuleOpensTheLinksOfTouchedPartitions() {
        LinkWorld world =
                run(
                        new Shifting(500),
                        LinkWorld.MILLI,
                        new long[PARTITIONS],
                        1,
                        each -> each.rule(LinkRule.share(75, 25)));
        world.runUntil(2 * LinkWorld.SECOND);
        assertEquals(PARTITIONS, world.open());
        world.runUntil((SHIFT_SECOND + 2) * LinkWorld.SECOND);
        assertEquals(PARTITIONS, world.open());
        assertTrue(
                world.status(0).lastLinkSwitch().contains("share:75/25: touched in"),
                world.status(0).lastLinkSwitch());
    }
}

package io.abcast.dissemination.forest.node;

import static io.abcast.dissemination.forest.node.ForestSim.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.kernel.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests forest nodes on simulated links with limited rates, in virtual time. */
@Execution(ExecutionMode.CONCURRENT)
final class ForestNodeNetworkTest {
    private static final int N = 5;
    private static final double RATE = 5e6;
    private static final int PAYLOAD = 20_000;

    private static final ForestSettings PLAIN = ForestSettings.defaults(false, 3);
    private static final ForestSettings KEEPING = ForestSettings.defaults(true, 3);

    private static double[][] star() {
        double[][] r = new double[N][N];
        for (int j = 1; j < N; j++) r[0][j] = 1;
        return r;
    }

    private static void assertAllDelivered(ForestSim sim, int... receivers) {
        for (int receiver : receivers) {
            assertEquals(sim.payloads(), sim.site(receiver).delivered.size(), "at " + receiver);
            for (int times : sim.site(receiver).delivered.values()) assertEquals(1, times);
        }
    }

    private static void assertNear(double expected, long actual, long slack) {
        assertTrue(
                Math.abs(expected - (double) actual) <= slack,
                () -> "expected " + expected + " +- " + slack + ", got " + actual);
    }

    @Test
    void bytesAreRelayedAsPlannedWithinOneFrame() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        double[][] r = new double[N][N];
        r[0] = new double[] {2, 1, 0, 0.5, 1.5};
        sim.plan(r);
        SplittableRandom random = new SplittableRandom(1);
        long[] relayed = new long[N];
        long[] sent = new long[1];
        sim.fault =
                (from, to, frame) -> {
                    if (from == 0 && frame.relay()) relayed[to] += frame.bytes().length;
                    return frame;
                };
        for (int k = 0; k < 300; k++) {
            int bytes = random.nextInt(1100, 60_000);
            sent[0] += bytes;
            sim.site(0).spread(sim.payload(bytes));
            sim.runUntil(sim.events.now() + 60 * MILLI);
        }
        for (int j = 1; j < N; j++) assertNear(sent[0] * r[0][j] / 5, relayed[j], 60_000);
        ForestFigures figures = sim.site(0).node.figures();
        assertNear(4 * sent[0] * 2.0 / 5, figures.bytesDirect(), 4 * 60_000);
        assertEquals(relayed[1] * 3, sim.site(1).node.figures().bytesForwarded());
        assertEquals(0, figures.bytesResent());
        assertAllDelivered(sim, 1, 2, 3, 4);
    }

    @Test
    void relaysMultiplyTheUplink() {
        long delivered = 0;
        long direct = 0;
        for (boolean isPlanned : new boolean[] {true, false}) {
            ForestSim sim = new ForestSim(N, PLAIN, RATE);
            if (isPlanned) sim.plan(star());
            sim.load(0, 0.9 * RATE, PAYLOAD, 10_000 * MILLI);
            sim.runUntil(10_000 * MILLI);
            if (isPlanned) delivered = sim.site(3).deliveredBytes;
            else direct = sim.site(3).deliveredBytes;
        }
        assertTrue(delivered >= 0.85 * 10 * RATE, delivered + " bytes delivered with relays");
        assertTrue(delivered >= 3.3 * direct, delivered + " bytes, and " + direct + " directly");
    }

    @Test
    void overloadDoesNotLowerTheThroughput() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.plan(star());
        sim.load(0, 1.5 * RATE, PAYLOAD, 10_000 * MILLI);
        sim.runUntil(10_000 * MILLI);
        long delivered = sim.site(3).deliveredBytes;
        assertTrue(delivered >= 0.9 * 10 * RATE, delivered + " bytes delivered");
    }

    @Test
    void anOverloadedSourceKeepsItsQueueShort() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.load(0, 1.5 * RATE, PAYLOAD, 30_000 * MILLI);
        sim.runUntil(10_000 * MILLI);
        long atFirst = sim.site(3).deliveredBytes;
        long longest = 0;
        for (int second = 11; second <= 30; second++) {
            sim.runUntil(second * 1_000L * MILLI);
            longest = Math.max(longest, sim.site(0).node.ownBytes());
        }
        assertTrue(longest <= 0.75 * RATE / (N - 1), longest + " bytes wait");
        long delivered = sim.site(3).deliveredBytes - atFirst;
        assertTrue(delivered >= 0.95 * 20 * RATE / (N - 1), delivered + " bytes delivered");
        assertEquals(0, sim.site(0).node.figures().bytesResent());
    }

    /** The worked example of Tan 2019, figure 4.2, with rates in MB/s and at 95 % of the example's load. */
    @Test
    void sitesRelayForEachOtherAtTheirPlannedRates() {
        ForestSim sim = new ForestSim(3, ForestSettings.defaults(false, 2), 9e6);
        double[] uplinks = {2e6, 10e6, 6e6};
        for (int i = 0; i < 3; i++) sim.site(i).uplink = uplinks[i];
        sim.plan(new double[][] {{1, 0, 0}, {0, 3, 0}, {0, 4, 1}});
        double[] loads = {1e6, 3e6, 5e6};
        for (int i = 0; i < 3; i++) sim.load(i, 0.95 * loads[i], PAYLOAD, 5_000 * MILLI);
        sim.runUntil(7_000 * MILLI);
        for (ForestSim.Site site : sim.sites) {
            assertEquals(0, site.node.ownBytes(), "site " + site.id);
            double others = 9e6 - loads[site.id];
            assertNear(0.95 * others * 5, site.deliveredBytes, 3 * PAYLOAD);
        }
    }

    @Test
    void aRelayThatDiesLosesNothing() {
        for (int seed = 0; seed < 20; seed++) {
            ForestSim sim = new ForestSim(N, PLAIN, RATE);
            sim.plan(star());
            sim.load(0, 0.3 * RATE, PAYLOAD, 2_000 * MILLI);
            long dies = 700 * MILLI + seed * 3L * MILLI;
            sim.events.at(dies, () -> sim.site(2).isAlive = false);
            sim.events.at(dies + 500 * MILLI, sim::view);
            sim.runUntil(6_000 * MILLI);
            assertAllDelivered(sim, 1, 3, 4);
            assertEquals(0, sim.site(0).node.ownBytes());
        }
    }

    @Test
    void aRelayThatDropsEverythingIsSuspendedAndProbedAndComesBack() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.plan(star());
        boolean[] drops = {true};
        sim.fault = (from, to, frame) -> drops[0] && from == 2 ? null : frame;
        sim.load(0, 0.3 * RATE, PAYLOAD, 8_000 * MILLI);
        sim.runUntil(1_500 * MILLI);
        assertEquals(1L << 2, sim.site(0).node.suspended());
        long resent = sim.site(0).node.figures().lateFrames();
        assertTrue(resent > 0);
        sim.runUntil(4_000 * MILLI);
        long later = sim.site(0).node.figures().lateFrames();
        assertTrue(later - resent <= 3 * 6, (later - resent) + " late frames by probes");
        assertTrue(later > resent, "no probe");
        drops[0] = false;
        sim.runUntil(12_000 * MILLI);
        assertEquals(0, sim.site(0).node.suspended());
        assertEquals(
                1,
                sim.site(0).node.figures().resumptions(),
                () -> sim.site(0).node.figures().suspensions() + " suspensions");
        assertAllDelivered(sim, 1, 2, 3, 4);
    }

    @Test
    void framesThatMissOneLeafAreLateThereOnly() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.plan(star());
        long[] resent = new long[N];
        sim.fault =
                (from, to, frame) -> {
                    if (from == 2 && to == 4) return null;
                    if (from == 0 && !frame.relay()) resent[to] += frame.bytes().length;
                    return frame;
                };
        sim.load(0, 0.3 * RATE, PAYLOAD, 500 * MILLI);
        sim.runUntil(4_000 * MILLI);
        assertAllDelivered(sim, 1, 2, 3, 4);
        assertTrue(resent[4] > 0);
        assertEquals(0, resent[1] + resent[2] + resent[3]);
        assertEquals(1, sim.site(0).node.figures().suspensions());
    }

    @Test
    void aFrameThatMissesOneLeafIsSentAgainWithinTheMeasuredTime() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.plan(star());
        long[] sent = new long[1_000];
        boolean[] misses = {false};
        List<Long> times = new ArrayList<>();
        sim.fault =
                (from, to, frame) -> {
                    int sequence = (int) frame.sequence();
                    if (frame.relay()) sent[sequence] = sim.events.now();
                    if (from == 2 && to == 4 && misses[0]) {
                        sent[sequence] = -sent[sequence];
                        return null;
                    }
                    if (from == 0 && to == 4 && sent[sequence] < 0) {
                        times.add(sim.events.now() + sent[sequence]);
                        sent[sequence] = 0;
                    }
                    return frame;
                };
        sim.load(0, 0.2 * RATE, PAYLOAD, 1_500 * MILLI);
        sim.events.at(1_000 * MILLI, () -> misses[0] = true);
        sim.runUntil(4_000 * MILLI);
        assertAllDelivered(sim, 1, 2, 3, 4);
        assertTrue(!times.isEmpty());
        // A frame takes 4 ms to leave its sender, and then 5 ms to the next site.
        long first = times.get(0);
        assertTrue(
                first >= PLAIN.lateMinNanos() && first <= PLAIN.lateMinNanos() + 100 * MILLI,
                () -> "sent again after " + first / MILLI + " ms");
    }

    @Test
    void aStalledLeafSuspendsNoRelay() {
        for (int step = 0; step < 20; step++) {
            ForestSim sim = new ForestSim(N, PLAIN, RATE);
            sim.plan(star());
            sim.site(1).uplink = 0.3 * RATE;
            sim.load(0, 0.2 * RATE, PAYLOAD, 1_500 * MILLI);
            sim.events.at((300 + step) * MILLI, () -> sim.site(4).isAlive = false);
            sim.runUntil(1_500 * MILLI);
            assertEquals(0, sim.site(0).node.suspended() & ~(1L << 4), "step " + step);
            assertTrue(sim.site(0).node.figures().lateFrames() > 0);
        }
    }

    @Test
    void aFullRelayReportsAndIsUsedAgainWhenItHasRoom() {
        ForestSettings small =
                new ForestSettings(
                        false,
                        3,
                        64 << 10,
                        1 << 10,
                        1 << 20,
                        64L << 20,
                        128 << 10,
                        1 << 20,
                        2,
                        10 * MILLI,
                        20 * MILLI,
                        500 * MILLI,
                        10_000 * MILLI,
                        200 * MILLI,
                        5_000 * MILLI,
                        5_000 * MILLI);
        ForestSim sim = new ForestSim(N, small, RATE);
        sim.site(2).uplink = RATE / 20;
        sim.plan(star());
        sim.load(0, 0.4 * RATE, PAYLOAD, 3_000 * MILLI);
        sim.runUntil(20_000 * MILLI);
        assertTrue(sim.site(2).node.figures().relayDrops() > 0);
        assertTrue(sim.site(0).node.figures().relayFulls() > 0);
        assertAllDelivered(sim, 1, 2, 3, 4);
        // If the relay did not report full queues, the source would send it every fourth frame, 1.5
        // MB in total.
        assertTrue(
                sim.site(2).node.figures().bytesForwarded() < 3 * 1_000_000,
                () -> sim.site(2).node.figures().bytesForwarded() + " bytes");
        assertEquals(0, sim.site(2).node.relayQueueBytes(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void absurdPlansAndLossCostSpeedOnly(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.fault =
                (from, to, frame) -> {
                    int die = random.nextInt(30);
                    if (die == 0) return null;
                    if (die == 1) {
                        byte[] damaged = frame.bytes().clone();
                        damaged[damaged.length - 1] ^= 1;
                        return new Frame(
                                frame.source(),
                                frame.incarnation(),
                                frame.sequence(),
                                frame.floor(),
                                frame.relay(),
                                frame.payload(),
                                frame.length(),
                                frame.index(),
                                frame.piece(),
                                damaged);
                    }
                    return frame;
                };
        for (int k = 0; k < 40; k++) {
            sim.events.at(
                    k * 50L * MILLI,
                    () -> {
                        double[][] r = new double[N][N];
                        double[] rates = new double[N];
                        for (int i = 0; i < N; i++)
                            for (int j = 0; j < N; j++) {
                                r[i][j] = random.nextInt(3) == 0 ? random.nextDouble() : 0;
                                rates[i] += r[i][j];
                            }
                        int target = random.nextInt(N);
                        if (random.nextInt(4) == 0) r[0][0] = Double.NaN;
                        long epoch = random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextInt(5);
                        PlanMessage plan =
                                new PlanMessage(
                                        epoch,
                                        random.nextInt(100),
                                        new int[] {0, 1, 2, 3, 4},
                                        rates,
                                        r);
                        sim.site(target).node.onPlan(0, plan, sim.events.now());
                    });
        }
        for (int i = 0; i < N; i++) sim.load(i, 0.05 * RATE, PAYLOAD, 2_000 * MILLI);
        sim.runUntil(60_000 * MILLI);
        long damaged = 0;
        for (ForestSim.Site site : sim.sites) {
            assertEquals(0, site.node.ownBytes(), "site " + site.id);
            damaged += site.node.figures().framesDamaged();
        }
        assertTrue(damaged > 0);
        long all = sim.payloads();
        for (ForestSim.Site site : sim.sites)
            assertEquals(all / N * (N - 1), site.delivered.size());
    }

    @Test
    void largePayloadsTravelInFramesOverSeveralOverlays() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.plan(star());
        sim.site(0).spread(sim.payload(1_000_000));
        sim.runUntil(5_000 * MILLI);
        assertAllDelivered(sim, 1, 2, 3, 4);
        for (int j = 1; j < N; j++)
            assertNear(750_000, sim.site(j).node.figures().bytesForwarded(), 3 * 65_536);
    }

    @Test
    void smallPayloadsAreSentDirectly() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.plan(star());
        sim.site(0).spread(sim.payload(1024));
        sim.runUntil(100 * MILLI);
        assertEquals(0, sim.site(0).node.figures().bytesToRelays());
        sim.site(0).spread(sim.payload(1025));
        sim.runUntil(200 * MILLI);
        assertEquals(1025, sim.site(0).node.figures().bytesToRelays());
        assertAllDelivered(sim, 1, 2, 3, 4);
    }

    @Test
    void theShareOfAnAbsentRelayIsSentDirectly() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        sim.plan(star());
        sim.site(2).isAlive = false;
        sim.view();
        for (int k = 0; k < 40; k++) {
            sim.site(0).spread(sim.payload(PAYLOAD));
            sim.runUntil(sim.events.now() + 50 * MILLI);
        }
        assertNear(3 * 10 * PAYLOAD, sim.site(0).node.figures().bytesDirect(), 3 * PAYLOAD);
        assertNear(30 * PAYLOAD, sim.site(0).node.figures().bytesToRelays(), PAYLOAD);
        assertAllDelivered(sim, 1, 3, 4);
    }

    @Test
    void withoutAFreshPlanBytesAreSentDirectly() {
        ForestSim sim = new ForestSim(N, PLAIN, RATE);
        PlanMessage plan =
                new PlanMessage(
                        Long.MAX_VALUE,
                        1,
                        new int[] {0, 1, 2, 3, 4},
                        new double[] {4, 0, 0, 0, 0},
                        star());
        assertEquals(null, sim.site(0).node.onPlan(0, plan, 0));
        sim.runUntil(5_100 * MILLI);
        assertEquals(null, sim.site(0).node.plan());
        sim.site(0).spread(sim.payload(PAYLOAD));
        assertEquals(0, sim.site(0).node.figures().bytesToRelays());
        PlanMessage next = new PlanMessage(1, 1, plan.members(), plan.rates(), plan.r());
        assertEquals(null, sim.site(0).node.onPlan(1, next, sim.events.now()));
    }

    @Test
    void theSourceMayDieWhenOneHolderHasTheBytes() {
        ForestSim sim = new ForestSim(N, KEEPING, RATE);
        sim.fault = (from, to, frame) -> from == 0 && to != 3 ? null : frame;
        Digest digest = sim.site(0).spread(sim.payload(300_000));
        sim.runUntil(500 * MILLI);
        sim.site(0).isAlive = false;
        sim.view();
        assertTrue(sim.site(3).node.holds(digest));
        for (int member : new int[] {1, 2, 4})
            assertTrue(
                    sim.site(member)
                            .node
                            .want(digest, new int[] {0, 4, 1, 2, 3}, 0, sim.events.now()));
        sim.runUntil(20_000 * MILLI);
        assertAllDelivered(sim, 1, 2, 3, 4);
        for (int member : new int[] {1, 2, 4}) {
            assertTrue(sim.site(member).node.holds(digest));
            assertEquals(0, sim.site(member).node.fetching());
            assertEquals(300_000, sim.site(member).node.figures().bytesFetched());
            sim.site(member).node.forget(digest, sim.events.now());
            assertTrue(!sim.site(member).node.holds(digest));
        }
    }

    @Test
    void votesAcknowledgeAndMakeRoom() {
        ForestSettings small =
                new ForestSettings(
                        true,
                        3,
                        64 << 10,
                        1 << 10,
                        64 << 10,
                        128 << 10,
                        128 << 10,
                        128 << 10,
                        2,
                        10 * MILLI,
                        20 * MILLI,
                        500 * MILLI,
                        10_000 * MILLI,
                        200 * MILLI,
                        5_000 * MILLI,
                        5_000 * MILLI);
        ForestSim sim = new ForestSim(3, small, RATE);
        List<Digest> digests = new ArrayList<>();
        for (Digest next = sim.site(0).spread(sim.payload(50_000)); next != null; ) {
            digests.add(next);
            next = sim.site(0).spread(sim.payload(50_000));
        }
        assertEquals(2, digests.size());
        assertEquals(1, sim.site(0).node.figures().refusedPayloads());
        sim.runUntil(200 * MILLI);
        assertEquals(0, sim.site(0).rooms);
        for (Digest digest : digests)
            for (int member = 1; member < 3; member++)
                sim.site(0).node.onAcknowledged(member, digest, sim.events.now());
        assertEquals(1, sim.site(0).rooms);
        assertEquals(0, sim.site(0).node.ownBytes());
        assertNotNull(sim.site(0).spread(sim.payload(50_000)));
    }

    @Test
    void aSlowMemberDoesNotStopTheSource() {
        ForestSettings small =
                new ForestSettings(
                        false,
                        2,
                        64 << 10,
                        1 << 10,
                        64 << 10,
                        128 << 10,
                        128 << 10,
                        128 << 10,
                        2,
                        10 * MILLI,
                        20 * MILLI,
                        500 * MILLI,
                        10_000 * MILLI,
                        200 * MILLI,
                        5_000 * MILLI,
                        5_000 * MILLI);
        ForestSim sim = new ForestSim(3, small, RATE);
        sim.site(2).isAlive = false;
        for (int k = 0; k < 10; k++) {
            assertNotNull(sim.site(0).spread(sim.payload(50_000)));
            sim.runUntil(sim.events.now() + 100 * MILLI);
        }
        assertEquals(10, sim.site(1).delivered.size());
        assertTrue(sim.site(0).node.figures().abandoned() > 0);
    }
}

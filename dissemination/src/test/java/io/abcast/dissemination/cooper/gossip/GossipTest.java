package io.abcast.dissemination.cooper.gossip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.code.Decoded;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests whole transfers of Cooper's gossip in virtual time. {@link GossipSim} itself checks that each published batch
 * is delivered unchanged and only once.
 */
@Execution(ExecutionMode.CONCURRENT)
final class GossipTest {
    private static final int SEEDS = 5;
    private static final double LONG = 2_000;

    private static GossipSim sim(int nodes, int k, long seed) {
        GossipSim sim = new GossipSim(nodes, 1, BatchSchedule.STAGGERED, seed);
        sim.productNanos = 0.02 * GossipSim.BLOCK_NANOS / k;
        sim.startUpTo(nodes);
        sim.publish(k);
        return sim;
    }

    @ParameterizedTest
    @CsvSource({"2, 8", "8, 16", "8, 50", "20, 16", "20, 50", "50, 16"})
    void allNodesFinishNearTheOptimumAndThenStopSending(int nodes, int k) {
        int optimum = k + BatchPlan.log2(nodes);
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim sim = sim(nodes, k, seed);
            sim.run(LONG);
            assertTrue(
                    sim.finish(0) <= 1.15 * optimum + 4,
                    "seed " + seed + ": " + sim.finish(0) + ", optimum " + optimum);
            assertTrue(sim.quiet(), "seed " + seed + " never becomes quiet");
            long sent = 0;
            for (GossipSim.Machine machine : sim.machines) {
                assertEquals(0, machine.node.figures().redundant(), "seed " + seed);
                sent += machine.node.figures().sent();
            }
            assertEquals((long) k * (nodes - 1), sent, "seed " + seed + ": no redundant block");
        }
    }

    @Test
    void lostMessagesAndBlocksOnlyCostTime() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim sim = sim(8, 16, seed);
            sim.loss = 0.05;
            sim.run(LONG);
            assertTrue(sim.delivered(0), sim.states(0));
            assertTrue(sim.finish(0) < 3 * 19, "seed " + seed + ": " + sim.finish(0));
        }
    }

    @Test
    void killedNodesDoNotDelayTheOthers() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim sim = sim(20, 16, seed);
            sim.at(8 * GossipSim.BLOCK_NANOS, () -> sim.kill(5));
            sim.at(9 * GossipSim.BLOCK_NANOS, () -> sim.kill(11));
            sim.run(LONG);
            assertTrue(sim.finish(0) < 40, "seed " + seed + ": " + sim.finish(0));
            assertTrue(sim.quiet());
        }
    }

    @Test
    void remainingNodesCompleteIfTheyHoldAllBlocksWhenTheSourceDies() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim sim = sim(20, 16, seed);
            killSourceAfter(sim, 16);
            sim.run(LONG);
            assertFalse(sim.machines.get(0).alive);
            assertTrue(sim.delivered(0), sim.states(0));
            assertTrue(sim.quiet());
        }
    }

    @Test
    void laterBatchesContinueWithoutTheSource() {
        GossipSim sim = sim(8, 8, 1);
        sim.publish(8);
        sim.publish(8);
        sim.at(45 * GossipSim.BLOCK_NANOS, () -> sim.kill(0));
        sim.run(LONG);
        assertTrue(sim.delivered(0) && sim.delivered(1) && sim.delivered(2), sim.states(2));
    }

    @Test
    void nodesReportAStallWhenTheSourceDiesTooEarly() {
        GossipSim sim = sim(8, 16, 1);
        killSourceAfter(sim, 10);
        sim.run(LONG);
        for (GossipSim.Machine machine : sim.machines) {
            if (machine.id == 0) continue;
            assertTrue(machine.delivered.isEmpty());
            assertEquals(Set.of(0), machine.stalled, "node " + machine.id);
            assertEquals(10, machine.node.rank(0), "all blocks that the source sent");
        }
    }

    private static void killSourceAfter(GossipSim sim, int blocks) {
        GossipSim.Machine source = sim.machines.get(0);
        Runnable[] look = new Runnable[1];
        look[0] =
                () -> {
                    if (source.node.figures().sent() > blocks) sim.kill(0);
                    else sim.at(GossipSim.LATENCY_NANOS, look[0]);
                };
        sim.at(1, look[0]);
    }

    @Test
    void slowNodeDelaysTheOthersLittle() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim plain = sim(8, 16, seed);
            plain.run(LONG);
            GossipSim sim = sim(8, 16, seed);
            GossipSim.Machine slow = sim.machines.get(3);
            sim.slow(slow, 0.25);
            sim.run(LONG);
            double others = 0;
            for (GossipSim.Machine machine : sim.machines)
                if (machine.id != 0 && machine != slow)
                    others = Math.max(others, machine.delivered.get(0));
            others /= GossipSim.BLOCK_NANOS;
            assertTrue(
                    others < 1.6 * plain.finish(0),
                    "seed " + seed + ": " + others + " after " + plain.finish(0));
            assertTrue(sim.finish(0) < 1.2 * 4 * 16 + 8, "seed " + seed + ": " + sim.finish(0));
        }
    }

    @Test
    void lateNodesCatchUpDuringAndAfterATransfer() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim sim = new GossipSim(10, 1, BatchSchedule.STAGGERED, seed);
            sim.startUpTo(8);
            sim.publish(16);
            sim.at(10 * GossipSim.BLOCK_NANOS, () -> sim.start(8));
            sim.at(100 * GossipSim.BLOCK_NANOS, () -> sim.start(9));
            sim.run(LONG);
            assertTrue(sim.finish(0) < 100 + 3 + 1.3 * 16, "seed " + seed + ": " + sim.finish(0));
            assertTrue(sim.machines.get(8).delivered.get(0) < 60 * GossipSim.BLOCK_NANOS);
        }
    }

    @Test
    void restartedNodeReceivesTheBatchAgain() {
        GossipSim sim = sim(8, 16, 1);
        sim.at(60 * GossipSim.BLOCK_NANOS, () -> sim.kill(4));
        sim.at(
                80 * GossipSim.BLOCK_NANOS,
                () -> {
                    sim.machines.get(4).delivered.clear();
                    sim.start(4);
                });
        sim.run(LONG);
        assertTrue(sim.delivered(0), sim.states(0));
    }

    @Test
    void onlyTheNodeThatDamagesBlocksIsShunned() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim sim = sim(8, 16, seed);
            sim.machines.get(2).corrupts = GossipSim::damaged;
            sim.run(LONG);
            assertTrue(sim.delivered(0), sim.states(0));
            int blamers = 0;
            for (GossipSim.Machine machine : sim.machines) {
                assertTrue(Set.of(2).containsAll(machine.shunned), "seed " + seed);
                blamers += machine.shunned.size();
            }
            assertTrue(blamers > 0, "seed " + seed + ": nothing was damaged");
        }
    }

    @Test
    void forgerIsShunnedAfterDecoding() {
        int found = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            GossipSim sim = sim(3, 16, seed);
            sim.machines.get(1).corrupts = GossipSim::forged;
            sim.run(LONG);
            assertTrue(sim.delivered(0), sim.states(0));
            GossipSim.Machine victim = sim.machines.get(2);
            assertTrue(Set.of(1).containsAll(victim.shunned), "seed " + seed);
            found += victim.shunned.size();
        }
        assertTrue(found > 0, "the forger never got a block in");
    }

    @ParameterizedTest
    @EnumSource(BatchSchedule.class)
    void severalBatchesArriveUnderEverySchedule(BatchSchedule schedule) {
        GossipSim sim = batches(schedule, 1);
        for (int batch = 0; batch < 4; batch++)
            assertTrue(sim.delivered(batch), schedule + " " + sim.states(batch));
        assertTrue(sim.quiet());
    }

    @Test
    void staggeredBatchesEndBeforeSequentialOnes() {
        double sequential = 0;
        double staggered = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            sequential += batches(BatchSchedule.SEQUENTIAL, seed).finish(3);
            staggered += batches(BatchSchedule.STAGGERED, seed).finish(3);
        }
        assertTrue(staggered < sequential, staggered + " against " + sequential);
    }

    private static GossipSim batches(BatchSchedule schedule, long seed) {
        GossipSim sim = new GossipSim(8, 1, schedule, seed);
        sim.productNanos = 0.02 * GossipSim.BLOCK_NANOS / 12;
        sim.startUpTo(8);
        for (int i = 0; i < 4; i++) sim.publish(12);
        sim.run(LONG);
        return sim;
    }

    /** Liu 2015, section 5.4: a second core shortens the transfer if coding is slower than the link. */
    @Test
    void secondEncoderHelpsWhereCodingIsSlow() {
        double[] finish = new double[2];
        for (int encoders = 1; encoders <= 2; encoders++) {
            for (int seed = 1; seed <= SEEDS; seed++) {
                GossipSim sim = new GossipSim(8, encoders, BatchSchedule.STAGGERED, seed);
                sim.productNanos = 4.0 * GossipSim.BLOCK_NANOS / 16;
                sim.startUpTo(8);
                sim.publish(16);
                sim.run(LONG);
                // Decoding uses one core with one and with two encoders, so only the coding
                // differs.
                finish[encoders - 1] += sim.finish(0) / SEEDS;
            }
        }
        assertTrue(finish[1] < finish[0] - 4, finish[1] + " against " + finish[0]);
    }

    private static GossipSim onDisk(int nodes, int batches, int k, BatchBounds bounds, long seed) {
        return onDisk(nodes, 1, batches, k, bounds, seed);
    }

    private static GossipSim onDisk(
            int nodes, int sends, int batches, int k, BatchBounds bounds, long seed) {
        GossipSim sim = new GossipSim(nodes, 1, sends, BatchSchedule.STAGGERED, seed);
        sim.productNanos = 0.02 * GossipSim.BLOCK_NANOS / k;
        sim.bounds = bounds;
        sim.foretold = true;
        sim.startUpTo(nodes);
        sim.hold(batches, k);
        return sim;
    }

    private static double finishAll(GossipSim sim) {
        sim.run(LONG);
        double last = 0;
        for (int batch = 0; batch < sim.data.size(); batch++)
            last = Math.max(last, sim.finish(batch));
        return last;
    }

    @Test
    void plainBlocksOfManyBatchesTakeLittleMoreThanTheSourcesLink() {
        BatchBounds plain = new BatchBounds(8, 16, true, 32);
        BatchBounds coded = new BatchBounds(6, 12, false, 0);
        double ofPlain = 0;
        double ofCoded = 0;
        for (int seed = 1; seed <= 2; seed++) {
            GossipSim sim = onDisk(8, 14, 20, 16, plain, seed);
            ofPlain += finishAll(sim);
            long uncoded = 0;
            long sent = 0;
            long offers = 0;
            long busy = 0;
            long later = 0;
            for (GossipSim.Machine machine : sim.machines) {
                uncoded += machine.node.figures().plain();
                sent += machine.node.figures().sent();
                offers += machine.node.figures().offers();
                busy += machine.node.figures().busy();
                later += machine.node.figures().later();
                assertTrue(machine.node.held() <= 16, "in memory: " + machine.node.held());
            }
            assertEquals(20 * 16 * 7, sent, "seed " + seed + ": no redundant block");
            assertTrue(uncoded > 0.95 * sent, "seed " + seed + ": plain " + uncoded);
            String refused = offers + " offers, busy " + busy + ", later " + later;
            assertEquals(0, busy, refused);
            assertTrue(sim.quiet(), "seed " + seed + " never becomes quiet");
            assertTrue(sim.machines.get(0).node.everythingSent());
            ofCoded += finishAll(onDisk(8, 20, 16, coded, seed));
        }
        assertTrue(ofPlain / 2 < 1.08 * 20 * 16, "rounds: " + ofPlain / 2);
        assertTrue(ofPlain < ofCoded, ofPlain + " against " + ofCoded);
    }

    @Test
    void randomBlocksArriveLaterThanCodedOnes() {
        BatchBounds coded = new BatchBounds(6, 12, false, 0);
        GossipSim random = onDisk(8, 8, 16, coded.ofRandomBlocks(), 1);
        double ofRandom = finishAll(random);
        for (GossipSim.Machine machine : random.machines)
            assertEquals(machine.node.figures().sent(), machine.node.figures().plain());
        assertTrue(random.quiet(), "never becomes quiet");
        double ofCoded = finishAll(onDisk(8, 8, 16, coded, 1));
        assertTrue(ofRandom > ofCoded, ofRandom + " against " + ofCoded);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40})
    void killedNodesDelayManyBatchesLittle(int missedAfter) {
        BatchBounds plain = new BatchBounds(8, 16, true, 32);
        for (int seed = 1; seed <= 2; seed++) {
            GossipSim sim = onDisk(8, 14, 20, 16, plain, seed);
            long detection = missedAfter * GossipSim.BLOCK_NANOS;
            sim.at(160 * GossipSim.BLOCK_NANOS, () -> sim.kill(2, detection));
            sim.at(160 * GossipSim.BLOCK_NANOS, () -> sim.kill(5, detection));
            double rounds = finishAll(sim);
            assertTrue(rounds < 1.12 * 20 * 16, "seed " + seed + ": " + rounds);
            assertTrue(sim.quiet(), "seed " + seed + " never becomes quiet");
        }
    }

    @Test
    void lateAcceptanceIsAnsweredWithTheEndOfTheOffer() {
        GossipSim sim = new GossipSim(2, 1, BatchSchedule.STAGGERED, 1);
        sim.startUpTo(2);
        sim.run(1);
        List<GossipMessage> said = new ArrayList<>();
        GossipNode node = sim.machines.get(0).recording(said);
        node.onReachable(new int[] {0, 1}, sim.now());
        for (GossipMessage.Verdict verdict : GossipMessage.Verdict.values())
            node.onMessage(1, new GossipMessage.Answer(7, 0, verdict, false), sim.now());
        assertEquals(List.of(new GossipMessage.Ended(7)), said);
    }

    @Test
    void slowNodeReceivesManyBatchesAtTheRateOfItsLink() {
        BatchBounds plain = new BatchBounds(8, 16, true, 32);
        GossipSim sim = onDisk(8, 14, 10, 16, plain, 1);
        GossipSim.Machine slow = sim.machines.get(4);
        sim.slow(slow, 0.25);
        double rounds = finishAll(sim);
        double others = 0;
        for (GossipSim.Machine machine : sim.machines)
            if (machine.id != 0 && machine != slow)
                others = Math.max(others, machine.delivered.get(9));
        others /= GossipSim.BLOCK_NANOS;
        assertTrue(others < 1.3 * 10 * 16, "others: " + others);
        assertTrue(rounds < 1.1 * 4 * 10 * 16, "slow: " + rounds);
    }

    @Test
    void lateNodeReceivesManyBatchesAtTheRateOfItsLink() {
        BatchBounds plain = new BatchBounds(8, 16, true, 32);
        GossipSim sim = new GossipSim(8, 1, 14, BatchSchedule.STAGGERED, 1);
        sim.productNanos = 0.02 * GossipSim.BLOCK_NANOS / 16;
        sim.bounds = plain;
        sim.foretold = true;
        sim.startUpTo(7);
        sim.hold(20, 16);
        sim.at(160 * GossipSim.BLOCK_NANOS, () -> sim.start(7));
        double rounds = finishAll(sim);
        assertTrue(rounds < 160 + 1.12 * 20 * 16, "late: " + rounds);
        long sent = 0;
        long uncoded = 0;
        for (GossipSim.Machine machine : sim.machines) {
            sent += machine.node.figures().sent();
            uncoded += machine.node.figures().plain();
        }
        assertTrue(uncoded > 0.9 * sent, "plain " + uncoded + " of " + sent);
    }

    @Test
    void lateNodeGetsFewUselessOffersWhereAnswersAreSlow() {
        GossipSim sim = new GossipSim(8, 1, 14, BatchSchedule.STAGGERED, 1);
        sim.latencyNanos = 3 * GossipSim.BLOCK_NANOS / 2;
        sim.bounds = new BatchBounds(8, 40, true, 4 * 32);
        sim.foretold = true;
        sim.startUpTo(7);
        sim.hold(32, 32);
        sim.at(512 * GossipSim.BLOCK_NANOS, () -> sim.start(7));
        double rounds = finishAll(sim);
        long sent = 0;
        long useless = 0;
        for (GossipSim.Machine machine : sim.machines) {
            sent += machine.node.figures().sent();
            useless += machine.node.figures().useless();
        }
        assertTrue(rounds < 512 + 1.04 * 32 * 32, "late: " + rounds);
        assertTrue(useless < sent / 10, useless + " useless, sent " + sent);
        // For each batch that was complete when the late node arrived, each of seven nodes may read
        // its own part from disk.
        long again = sim.rowsLoaded - 32 * 32;
        assertTrue(again < 3 * 16 * 32, "read again: " + again);
    }

    @Test
    void lateNodesExchangeBlocks() {
        GossipSim sim = new GossipSim(6, 1, 14, BatchSchedule.STAGGERED, 1);
        sim.productNanos = 0.02 * GossipSim.BLOCK_NANOS / 16;
        sim.bounds = new BatchBounds(8, 64, true, 4 * 16);
        sim.foretold = true;
        sim.startUpTo(2);
        sim.hold(20, 16);
        sim.at(400 * GossipSim.BLOCK_NANOS, () -> sim.kill(0));
        for (int id = 2; id < 6; id++) {
            int late = id;
            sim.at(410 * GossipSim.BLOCK_NANOS, () -> sim.start(late));
        }
        double rounds = finishAll(sim) - 410;
        assertTrue(rounds < 1.6 * 20 * 16, "late: " + rounds + " for " + 20 * 16);
    }

    @Test
    void memoryIsBoundedAndLateJoinersAreServedFromDisk() {
        BatchBounds bounds = new BatchBounds(3, 5, true, 4);
        for (int seed = 1; seed <= 2; seed++) {
            GossipSim sim = new GossipSim(6, 1, BatchSchedule.STAGGERED, seed);
            sim.bounds = bounds;
            sim.foretold = true;
            sim.startUpTo(5);
            sim.hold(12, 8);
            sim.at(60 * GossipSim.BLOCK_NANOS, () -> sim.start(5));
            int[] most = new int[1];
            Runnable[] look = new Runnable[1];
            look[0] =
                    () -> {
                        for (GossipSim.Machine machine : sim.machines)
                            if (machine.alive) most[0] = Math.max(most[0], machine.node.held());
                        if (sim.now() < 300 * GossipSim.BLOCK_NANOS)
                            sim.at(GossipSim.BLOCK_NANOS, look[0]);
                    };
            sim.at(1, look[0]);
            double last = finishAll(sim);
            assertTrue(most[0] <= 5, "seed " + seed + ": in memory " + most[0]);
            assertTrue(sim.rowsLoaded > 12 * 8, "seed " + seed + ": nothing was loaded again");
            assertTrue(last < 60 + 3 + 2 * 12 * 8, "seed " + seed + ": " + last);
        }
    }

    @Test
    void slowNodeDoesNotHoldUpManyBatches() {
        BatchBounds bounds = new BatchBounds(3, 6, true, 4);
        GossipSim sim = onDisk(8, 12, 8, bounds, 1);
        GossipSim.Machine slow = sim.machines.get(3);
        sim.slow(slow, 0.25);
        sim.run(LONG);
        double others = 0;
        for (GossipSim.Machine machine : sim.machines)
            if (machine.id != 0 && machine != slow)
                others = Math.max(others, machine.delivered.get(11));
        others /= GossipSim.BLOCK_NANOS;
        assertTrue(sim.delivered(11), sim.states(11));
        assertTrue(others < 2 * 12 * 8, "others: " + others);
    }

    @Test
    void restartedNodeKeepsTheBatchesOnItsDisk() {
        GossipSim sim = onDisk(6, 12, 8, new BatchBounds(3, 6, true, 4), 1);
        GossipSim.Machine machine = sim.machines.get(4);
        sim.at(60 * GossipSim.BLOCK_NANOS, () -> sim.kill(4));
        sim.at(
                70 * GossipSim.BLOCK_NANOS,
                () -> {
                    assertFalse(machine.disk.isEmpty(), "no batch on disk");
                    machine.delivered.keySet().retainAll(machine.disk.keySet());
                    sim.start(4);
                });
        int[] kept = new int[1];
        sim.at(69 * GossipSim.BLOCK_NANOS, () -> kept[0] = machine.disk.size());
        finishAll(sim);
        assertEquals((12 - kept[0]) * 8L, machine.node.figures().innovative());
    }

    @Test
    void simulationNoticesOneWrongByte() {
        GossipSim sim = sim(4, 8, 1);
        sim.machines.get(2).decodes =
                right -> {
                    byte[][] rows = right.rows().clone();
                    rows[5] = rows[5].clone();
                    rows[5][rows.length + 17] ^= 1;
                    return new Decoded(right.job(), rows, -1);
                };
        AssertionError noticed = assertThrows(AssertionError.class, () -> sim.run(LONG));
        assertTrue(noticed.getMessage().contains("node 2"), noticed::getMessage);
    }

    @Test
    void simulationNoticesANodeThatDoesNotFinish() {
        GossipSim sim = sim(4, 8, 1);
        sim.run(5);
        assertThrows(AssertionError.class, () -> sim.finish(0));
    }

    @Test
    void sameSeedGivesTheSameRun() {
        for (int seed = 1; seed <= 2; seed++) {
            GossipSim one = sim(8, 16, seed);
            GossipSim two = sim(8, 16, seed);
            one.loss = two.loss = 0.02;
            one.run(LONG);
            two.run(LONG);
            assertEquals(one.now(), two.now());
            for (int id = 0; id < 8; id++)
                assertEquals(one.machines.get(id).delivered, two.machines.get(id).delivered);
        }
    }
}

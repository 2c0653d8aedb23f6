package io.abcast.papers.camu.thesis;

import static io.abcast.papers.camu.thesis.ScriptedPartitions.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.camu.arena.PartitionArena;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests holes (errors and gaps) of Vandevoorde 2018 that a scripted run shows. Options close the holes 14 and 16 of
 * Vandevoorde 2018; no option closes the holes 9, 15 and 19.
 */
final class ScriptedHolesTest {
    private static final ThesisOptions CLOSED = ThesisOptions.closed(5 * MILLI);

    /** Hole 9 of Vandevoorde 2018: "a round needs the whole connected component". */
    @Test
    void slowPartitionHoldsUpItsWholeComponent() {
        assertTrue(nanosBesideSlowPartition(true) > 150 * MILLI);
        assertTrue(nanosBesideSlowPartition(false) < 10 * MILLI);
    }

    /** Latency in ns of an operation on partitions 0 and 1 while partition 3 is busy for 200 ms. */
    private static long nanosBesideSlowPartition(boolean isConnected) {
        ScriptedPartitions chain =
                new ScriptedPartitions(4, MILLI)
                        .periodic(0, 1)
                        .periodic(1, 2)
                        .operation(1, 50 * MILLI, 0, 1);
        if (isConnected) chain.periodic(2, 3);
        PartitionArena arena = chain.hybrids(CLOSED);
        arena.at(20 * MILLI, () -> arena.pause(3, 220 * MILLI));
        arena.runUntil(500 * MILLI);
        return chain.lastDelivery(1) - 50 * MILLI;
    }

    /** Hole 14 of Vandevoorde 2018: "two switches abort each other for ever". */
    @Test
    void equalRetriesAbortEachOtherForEver() {
        assertEquals(0, linksAfterConflict(Hole.EQUAL_RETRIES));
        assertEquals(2, linksAfterConflict());
    }

    /**
     * Runs two pairs of partitions that switch conflicting links. Both partitions of the first pair switch a link to a
     * partition of the second pair at the same time. Therefore each switch needs locks on the two partitions that
     * coordinate the other switch.
     */
    private static int linksAfterConflict(Hole... open) {
        ScriptedPartitions pairs = new ScriptedPartitions(4, MILLI).periodic(0, 1).periodic(2, 3);
        PartitionArena arena = pairs.hybrids(CLOSED.withOpen(open));
        arena.at(
                20 * MILLI,
                () -> {
                    pairs.machines[0].requestSwitch(2, true);
                    pairs.machines[1].requestSwitch(3, true);
                });
        arena.runUntil(20_000 * MILLI);
        return (pairs.machines[0].isPeriodic(2) ? 1 : 0)
                + (pairs.machines[1].isPeriodic(3) ? 1 : 0);
    }

    /** Hole 16 of Vandevoorde 2018: "PB to TO drains without popped MPOs, dispatches to today's neighbours". */
    @Test
    void drainWaitsForOperationsThatAreDecidedButNotDispatched() {
        assertEquals(List.of(2L), deliveredBehindSwitch());
        assertEquals(List.of(), deliveredBehindSwitch(Hole.DRAIN));
    }

    /**
     * In the run for hole 16, operation 2 uses both protocols of CaMu. Operation 2 soon has its final timestamp, but
     * waits for operation 1, whose votes take 200 ms to arrive. While operation 2 waits, the link to partition 1
     * switches to TO-Multicast.
     *
     * @return ids of the operations that partition 1 delivers
     */
    private static List<Long> deliveredBehindSwitch(Hole... open) {
        ScriptedPartitions partitions =
                new ScriptedPartitions(4, MILLI)
                        .periodic(0, 1)
                        .delay(0, 3, 100 * MILLI)
                        .delay(3, 0, 100 * MILLI)
                        .operation(1, 0, 0, 3)
                        .operation(2, 5 * MILLI, 0, 1, 2);
        PartitionArena arena = partitions.hybrids(CLOSED.withOpen(open));
        arena.at(12 * MILLI, () -> partitions.machines[0].requestSwitch(1, false));
        arena.runUntil(1_000 * MILLI);
        assertFalse(partitions.machines[0].isPeriodic(1));
        assertFalse(partitions.machines[0].isSwitching());
        return partitions.orders.of(1);
    }

    /** Hole 15 of Vandevoorde 2018: "coordinator dies in mid-switch: its locks stay". */
    @Test
    void locksStayAfterTheDeathOfACoordinator() {
        assertTrue(isLockReleased(false));
        assertFalse(isLockReleased(true));
    }

    /**
     * In this run, partitions 0 and 2 begin a switch that connects their graphs. After the beginning of this switch,
     * partition 4 requests a switch of its link to partition 3, which is in the graph of partition 2.
     *
     * @return whether the links of partitions 4 and 3 have switched at the end of the run
     */
    private static boolean isLockReleased(boolean diesInMidSwitch) {
        ScriptedPartitions graphs =
                new ScriptedPartitions(5, MILLI)
                        .periodic(0, 1)
                        .periodic(2, 3)
                        // The coordinator of the switch stops while it waits for the lock of
                        // partition 1.
                        .delay(1, 0, 4 * MILLI);
        PartitionArena arena = graphs.hybrids(CLOSED);
        arena.at(20 * MILLI, () -> graphs.machines[0].requestSwitch(2, true));
        arena.at(
                100 * MILLI,
                () -> {
                    if (!graphs.machines[4].isSwitching())
                        graphs.machines[4].requestSwitch(3, true);
                });
        if (diesInMidSwitch) stopAtLock(arena, graphs);
        arena.runUntil(20_000 * MILLI);
        return graphs.machines[3].isPeriodic(4);
    }

    /** Stops partition 0, a coordinator, as soon as partition 3 is locked. */
    private static void stopAtLock(PartitionArena arena, ScriptedPartitions graphs) {
        for (long at = 20 * MILLI; at < 60 * MILLI; at += MILLI / 10)
            arena.at(
                    at,
                    () -> {
                        if (graphs.machines[3].isSwitching()) arena.stop(0);
                    });
    }

    /**
     * Hole 19 of Vandevoorde 2018: "total order, not real-time". The run of this test is the first example in the
     * section on CAMU's promises in abcast's documentation.
     */
    @Test
    void anOperationPrecedesOneThatWasAnsweredBefore() {
        long a = 3;
        long b = 2;
        long f = 1;
        ScriptedPartitions example =
                new ScriptedPartitions(4, MILLI)
                        .delay(1, 2, 60 * MILLI)
                        .operation(b, 0, 2, 1)
                        .operation(a, 5 * MILLI, 0, 1)
                        .operation(f, 20 * MILLI, 2, 3);
        PartitionArena arena =
                example.genuine(ThesisOptions.closed(MILLI).decidingAtOnce(true), 0, 100, 0, 0);
        arena.runUntil(200 * MILLI);
        assertTrue(example.lastDelivery(a) < 20 * MILLI, "a is answered before f begins");
        assertEquals(List.of(b, a), example.orders.of(1));
        assertEquals(List.of(f, b), example.orders.of(2));
        assertTrue(example.orders.isAcyclic());
    }
}

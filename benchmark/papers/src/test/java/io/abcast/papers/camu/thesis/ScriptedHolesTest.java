package io.abcast.papers.camu.thesis;

import static io.abcast.papers.camu.thesis.ScriptedPartitions.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.camu.arena.PartitionArena;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests holes (errors and gaps) of Vandevoorde 2018 that a scripted run shows. */
final class ScriptedHolesTest {
    private static final ThesisOptions CLOSED = ThesisOptions.closed(5 * MILLI);

    /** Hole 9 of Vandevoorde 2018: "a round needs the whole connected component". */
    @Test
    void slowPartitionHoldsUpItsWholeComponent() {
        assertTrue(nanosBesideSlowPartition(true) > 150 * MILLI);
        assertTrue(nanosBesideSlowPartition(false) < 10 * MILLI);
    }

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

    private static void stopAtLock(PartitionArena arena, ScriptedPartitions graphs) {
        for (long at = 20 * MILLI; at < 60 * MILLI; at += MILLI / 10)
            arena.at(
                    at,
                    () -> {
                        if (graphs.machines[3].isSwitching()) arena.stop(0);
                    });
    }

    /** Hole 19 of Vandevoorde 2018: "total order, not real-time". */
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

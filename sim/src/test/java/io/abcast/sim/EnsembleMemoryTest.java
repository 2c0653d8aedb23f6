package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import org.junit.jupiter.api.Test;

/** Tests members that keep all data in memory, so that a crash loses their data. */
class EnsembleMemoryTest {
    private static final long MILLI = 1_000_000;

    private final Cluster cluster =
            new Cluster(
                    ClusterModel.quiet(3, Durability.MEMORY, null),
                    ToyNode.subject(ToyNode.Defect.FORGETS)
                            .prepare(new Rng(1), Durability.MEMORY)
                            .factory(),
                    42,
                    Trace.off());

    @Test
    void newHistoryBeginsIfTheLastMemberForgetsWhenFaultsAreHealed() {
        cluster.startAll();
        cluster.submit(2, new byte[] {1});
        cluster.runFor(100 * MILLI);
        assertEquals(1, cluster.history().ordered());
        cluster.pause(1, 1_000 * MILLI);
        cluster.failDisk(1);
        for (int id = 2; id <= 3; id++) cluster.crash(id);
        for (int id = 2; id <= 3; id++) cluster.start(id);
        cluster.runFor(5 * MILLI);
        assertEquals(1, cluster.memory().majoritiesForgotten());
        assertEquals(0, cluster.memory().newBeginnings());
        cluster.heal();
        cluster.submit(2, new byte[] {2});
        cluster.runFor(300 * MILLI);
        assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
        assertEquals(1, cluster.memory().newBeginnings());
    }
}

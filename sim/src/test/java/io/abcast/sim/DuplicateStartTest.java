package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import io.abcast.sim.check.ObservedRead;
import io.abcast.sim.check.ObservedRequest;
import org.junit.jupiter.api.Test;

/** Tests a server that is started a second time while its first process still runs. */
class DuplicateStartTest {
    private static final long MILLI = 1_000_000;

    private final Cluster cluster =
            new Cluster(
                    ClusterModel.quiet(3, Durability.FSYNC, null),
                    ToyNode.subject(ToyNode.Defect.NONE)
                            .prepare(new Rng(1), Durability.FSYNC)
                            .factory(),
                    42,
                    Trace.off());

    private void startTwice(int id) {
        cluster.startAll();
        cluster.submit(id, new byte[] {1});
        cluster.runFor(100 * MILLI);
        cluster.startTwice(id, true);
    }

    @Test
    void bothProcessesRunUntilTheyMeet() {
        startTwice(1);
        cluster.runFor(300 * MILLI);
        assertNotNull(cluster.twins().older());
        assertTrue(cluster.up(1));
        assertNotEquals(cluster.twins().older().address(), cluster.replica(1).life().address());
        assertTrue(cluster.twins().bothRun());
        assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
    }

    @Test
    void olderProcessStopsWhenTheyMeet() {
        startTwice(1);
        cluster.runFor(300 * MILLI);
        cluster.twins().meet();
        cluster.runFor(300 * MILLI);
        assertNull(cluster.twins().older());
        assertFalse(cluster.twins().bothRun());
        assertTrue(cluster.up(1));
        assertEquals(1, cluster.coverage().sight(CommonGoal.OLDER_PROCESSES_STOPPED));
        ObservedRequest request = cluster.submit(1, new byte[] {2});
        cluster.runFor(100 * MILLI);
        assertEquals(ObservedRequest.State.DELIVERED, request.state());
        assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
    }

    @Test
    void newerProcessDoesNotAnswerRequestsOfTheOlderOne() {
        cluster.startAll();
        cluster.submit(2, new byte[] {1});
        cluster.runFor(100 * MILLI);
        cluster.isolate(2);
        ObservedRequest request = cluster.submit(2, new byte[] {2});
        ObservedRead read = cluster.read(2);
        cluster.startTwice(2, true);
        cluster.rejoin(2);
        cluster.runFor(300 * MILLI);
        assertEquals(ObservedRequest.State.PENDING, request.state());
        assertTrue(read.pending());
        cluster.twins().meet();
        cluster.runFor(300 * MILLI);
        assertEquals(ObservedRequest.State.LOST, request.state());
        assertFalse(read.pending());
        assertFalse(read.answered());
        assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
    }

    @Test
    void olderProcessIsCheckedAfterANewBeginning() {
        cluster.startAll();
        cluster.history().beginAnew();
        cluster.startTwice(1, true);
        cluster.history().breach(cluster.twins().older().rank(), "anything");
        assertFalse(cluster.ok());
    }

    @Test
    void noWriteOfTheOlderProcessBecomesDurable() {
        startTwice(1);
        Drive older = cluster.twins().older().replica().drive();
        long before = older.ledger().durable().lastZxid();
        cluster.twins().older().callers().submit(new byte[] {3});
        cluster.runFor(300 * MILLI);
        assertEquals(before, older.ledger().durable().lastZxid());
        assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
    }
}

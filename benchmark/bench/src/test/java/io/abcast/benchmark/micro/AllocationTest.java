package io.abcast.benchmark.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.abcast.benchmark.micro.Allocation.Weighed;
import io.abcast.benchmark.micro.Allocation.Weight;
import io.abcast.jgroups.group.FrameSubjects;
import io.abcast.jgroups.loop.LoopSubjects;
import io.abcast.log.Durability;
import io.abcast.server.StoreSubjects;
import io.abcast.zab.BroadcastSubjects;
import io.abcast.zab.NodeSubjects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests that the bytes which hot paths allocate per operation stay within the bounds of docs/allocation.md. The test
 * measures bytes and not times, because slow and busy machines give the same bytes.
 */
@Isolated
final class AllocationTest {
    private static final long NANOS_MAX = 40_000_000_000L;

    /** In ns; a deliberately wasteful operation must exceed its bound within this time. */
    private static final long NANOS_CARELESS = 500_000_000;

    private static final int BATCH = 64;

    private static final String LEADER = "cluster: a write, at the leader";
    private static final String ENTRY = "cluster: a write, at the follower where it enters";
    private static final String OTHER = "cluster: a write, at another follower";

    private static Map<String, Allocation.Maker> subjects() {
        Map<String, Allocation.Maker> all = new LinkedHashMap<>();
        all.put("log: append, memory", () -> LogSubjects.append(Durability.MEMORY, BATCH));
        all.put("log: append, file", () -> LogSubjects.append(Durability.FILE, BATCH));
        all.put("log: recovery scan", () -> LogSubjects.recovery(5_000));
        all.put("codec: encode Propose, 1 entry", () -> FrameSubjects.encodePropose(1));
        all.put("codec: encode Propose, 16 entries", () -> FrameSubjects.encodePropose(16));
        all.put("codec: encode Propose, 64 entries", () -> FrameSubjects.encodePropose(64));
        all.put("codec: decode Propose, 1 entry", () -> FrameSubjects.decodePropose(1));
        all.put("codec: decode Propose, 16 entries", () -> FrameSubjects.decodePropose(16));
        all.put("codec: decode Propose, 64 entries", () -> FrameSubjects.decodePropose(64));
        all.put("codec: encode Ack", FrameSubjects::encodeAck);
        all.put("codec: decode Ack", FrameSubjects::decodeAck);
        all.put("quorum tracker: ack", () -> BroadcastSubjects.quorumTracker(5));
        all.put("window: an entry through it", () -> BroadcastSubjects.window(100));
        all.put("ring: an element through it", () -> BroadcastSubjects.ring(100));
        all.put("nodes: a write at the leader, N = 3", () -> NodeSubjects.atLeader(3, BATCH));
        all.put("nodes: a write at a follower, N = 3", () -> NodeSubjects.atFollower(3, BATCH));
        all.put("nodes: a write at a follower, N = 9", () -> NodeSubjects.atFollower(9, BATCH));
        all.put("PAXOS codec: encode Accept, 1 request", () -> PaxosSubjects.encodeAccept(1));
        all.put("PAXOS codec: encode Accept, 64 requests", () -> PaxosSubjects.encodeAccept(BATCH));
        all.put("PAXOS codec: decode Accept, 1 request", () -> PaxosSubjects.decodeAccept(1));
        all.put("PAXOS codec: decode Accept, 64 requests", () -> PaxosSubjects.decodeAccept(BATCH));
        all.put(
                "PAXOS nodes: a write at the leader, N = 3",
                () -> PaxosSubjects.atLeader(3, BATCH));
        all.put(
                "PAXOS nodes: a write at a follower, N = 3",
                () -> PaxosSubjects.atFollower(3, BATCH));
        all.put("inbox: an event through it", () -> LoopSubjects.inbox(BATCH));
        all.put("loop: a request to it and back", () -> LoopSubjects.loop(BATCH));
        all.put("client: a put as a command", StoreSubjects::command);
        all.put("client: a put cut from the stream", () -> StoreSubjects.frames(BATCH));
        all.put("store: put into the table", StoreSubjects::keyTable);
        all.put("store: apply a put", StoreSubjects::abdeliver);
        return all;
    }

    private final Map<String, Integer> bounds;

    AllocationTest() throws Exception {
        bounds = AllocationBounds.read();
    }

    @Test
    void tableNamesExactlyTheMeasuredOperations() {
        List<String> weighed = new ArrayList<>(subjects().keySet());
        weighed.addAll(List.of(LEADER, ENTRY, OTHER));
        assertEquals(new TreeSet<>(weighed), new TreeSet<>(bounds.keySet()));
    }

    @TestFactory
    List<DynamicTest> operationsKeepTheirBounds() {
        List<DynamicTest> tests = new ArrayList<>();
        subjects()
                .forEach(
                        (name, maker) ->
                                tests.add(dynamicTest(name, () -> check(name, maker, NANOS_MAX))));
        return tests;
    }

    @Test
    void writesOfAClusterKeepTheirBounds() throws Exception {
        ClusterSubject cluster = new ClusterSubject();
        try (cluster) {
            int other = 6 - cluster.leader() - cluster.entry();
            check(LEADER, cluster, ofServer(cluster.leader()));
            check(ENTRY, cluster, ofServer(cluster.entry()));
            check(OTHER, cluster, ofServer(other));
        }
    }

    private static Predicate<String> ofServer(int id) {
        return name -> name.startsWith("ZAB server " + id) || name.endsWith("server-" + id);
    }

    private void check(String name, Allocation.Maker maker, long nanosMax) throws Exception {
        Weighed weighed = Allocation.prepare(maker);
        try {
            check(name, weighed, nanosMax);
        } finally {
            weighed.subject().close();
        }
    }

    private void check(String name, ClusterSubject cluster, Predicate<String> threads)
            throws Exception {
        check(name, Allocation.ofThreads(cluster, threads), NANOS_MAX);
    }

    private void check(String name, Weighed weighed, long nanosMax) throws Exception {
        int bound = bounds.get(name);
        Weight weight = Allocation.weigh(weighed, bound + 0.5, nanosMax);
        System.out.printf(
                "allocation: %-50s %,9.1f bytes, bound %,7d, %d rounds%n",
                name, weight.leastBytes(), bound, weight.rounds());
        assertTrue(
                weight.leastBytes() <= bound + 0.5,
                () ->
                        String.format(
                                "%s allocates %.1f bytes per operation (minimum of %d rounds), expected at most"
                                        + " %d: docs/allocation.md lists the bounds. If the bytes are worth their"
                                        + " cost, raise the bound there and give the reason",
                                name, weight.leastBytes(), weight.rounds(), bound));
    }

    /** Stores an object, so that the JIT compiler cannot remove its allocation. */
    @SuppressWarnings("unused")
    private static volatile Object sink;

    private static Allocation.Maker careless(Allocation.Maker maker) {
        return () -> {
            Subject subject = maker.make();
            return new Subject() {
                @Override
                public int turn() throws Exception {
                    int operations = subject.turn();
                    for (int i = 0; i < operations; i++) sink = new Object();
                    return operations;
                }

                @Override
                public void close() throws IOException {
                    subject.close();
                }
            };
        };
    }

    @Test
    void oneMoreObjectPerAckIsNoticed() {
        assertNoticed("quorum tracker: ack");
    }

    @Test
    void oneMoreObjectPerEventIsNoticed() {
        assertNoticed("inbox: an event through it");
    }

    @Test
    void anAdditionalCopyOfAPayloadIsNoticedOnTheLoopsThread() {
        String name = "loop: a request to it and back";
        assertThrows(
                AssertionError.class,
                () -> check(name, () -> LoopSubjects.copyingLoop(BATCH), NANOS_CARELESS));
    }

    private void assertNoticed(String name) {
        Allocation.Maker maker = careless(subjects().get(name));
        AssertionError e =
                assertThrows(AssertionError.class, () -> check(name, maker, NANOS_CARELESS));
        assertTrue(e.getMessage().contains("expected at most " + bounds.get(name)), e::getMessage);
    }
}

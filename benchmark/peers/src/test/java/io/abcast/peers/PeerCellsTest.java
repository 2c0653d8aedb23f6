package io.abcast.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.abcast.load.contest.ComparisonPlan;
import io.abcast.load.contest.Isolation;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.load.Experiment;
import io.abcast.load.Second;
import io.abcast.load.LoadSpec;
import io.abcast.load.PartitionLoad;
import io.abcast.load.PartitionServers;
import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Makes short measurements of one peer (compared system) of abcast in real processes. Every peer's module runs this
 * test with its own class path.
 */
@Tag("peers")
final class PeerCellsTest implements ComparisonPlan.Listener {
    private static final String PEER = System.getProperty("peer");
    private static final int CONNECTIONS = 25;
    private static final double SECONDS = 2;

    private static final Set<String> NO_CLIENTS = Set.of("jgroups-raft", "toa");
    private static final Set<String> NO_LOG = Set.of("toa");

    private static final Set<String> PARTITIONED = Set.of("toa");

    private static final PartitionLoad HALF_MULTIS =
            new PartitionLoad(2, 50, 2, PartitionLoad.UNIFORM, List.of());

    private static final Set<String> NOTHING_INSIDE = Set.of("etcd");
    private static final Set<String> NO_LOCAL_READS =
            Set.of("aeron", "ratis");
    private static final Set<String> NO_LINEARIZABLE_READS = Set.of("zookeeper");

    private final PeerLibraries peers;

    @TempDir Path directory;

    PeerCellsTest() throws IOException {
        peers = new PeerLibraries(null, Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "network, memory", "network, file", "network, fsync", "embedded, memory", "embedded, fsync"
    })
    @Timeout(600)
    void writes(String attach, String durability) throws Exception {
        Measurement m = measured(experiment(3, durability, attach, load(100, ReadKind.LOCAL)));
        boolean cannot =
                (attach.equals("network") ? NO_CLIENTS : NOTHING_INSIDE).contains(PEER)
                        || (!durability.equals("memory") && NO_LOG.contains(PEER));
        assertEquals(cannot, m == null);
        if (m == null) return;
        boolean counted = attach.equals("network") && !peers.system(PEER).datagrams();
        assertEquals(counted ? CONNECTIONS : 0, m.connections());
        assertTrue(m.cpuNanos() > 0);
        // At least some syncs must be counted; syncs of mapped files, which Aeron also makes, are
        // not counted.
        if (durability.equals("fsync")) assertTrue(m.syncs() > 0, m::toString);
    }

    @Test
    @Timeout(600)
    void fiveServers() throws Exception {
        String attach = NO_CLIENTS.contains(PEER) ? "embedded" : "network";
        assertFalse(measured(experiment(5, "memory", attach, load(100, ReadKind.LOCAL))) == null);
    }

    @Test
    @Timeout(600)
    void localReads() throws Exception {
        reads(ReadKind.LOCAL, NO_LOCAL_READS);
    }

    @Test
    @Timeout(600)
    void linearizableReads() throws Exception {
        reads(ReadKind.LINEARIZABLE, NO_LINEARIZABLE_READS);
    }

    private void reads(ReadKind how, Set<String> without) throws Exception {
        String attach = NO_CLIENTS.contains(PEER) ? "embedded" : "network";
        Measurement m = measured(experiment(3, "memory", attach, load(50, how)));
        assertEquals(without.contains(PEER), m == null);
        if (m != null) assertTrue(m.load().reads() > 0);
    }

    @Test
    @Timeout(600)
    void openLoop() throws Exception {
        String attach = NO_CLIENTS.contains(PEER) ? "embedded" : "network";
        LoadSpec load =
                new LoadSpec(
                        30, RateSchedule.constant(300), 100, 100, 0, 0, 100, 1, ReadKind.LOCAL);
        assertTrue(measured(experiment(3, "memory", attach, load)).throughput() > 0);
    }

    private Measurement measured(Experiment experiment) throws Exception {
        assumeTrue(!PEER.equals("etcd") || peers.program("etcd") != null, "no etcd on the PATH");
        ComparisonPlan comparison =
                new ComparisonPlan(
                        List.of(experiment),
                        1,
                        1,
                        1,
                        SECONDS,
                        Map.of(),
                        List.of("-Xmx256m"),
                        1,
                        peers,
                        Map.of(experiment.nodes(), together(experiment.nodes())),
                        false);
        Path memory = Files.isWritable(Path.of("/dev/shm")) ? shared() : null;
        Outcome outcome =
                comparison
                        .run(directory, memory, Isolation.best(), new ProcessRegistry(), this)
                        .get(0);
        assertEquals("", outcome.problem());
        if (outcome.cannot() != null) assertFalse(outcome.cannot().isBlank());
        else assertEquals("", outcome.measurement().load().errorText());
        assertEquals(0, ProcessHandle.current().children().filter(ProcessHandle::isAlive).count());
        return outcome.measurement();
    }

    private static Path shared() throws Exception {
        Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "abcast-peer-");
        memory.toFile().deleteOnExit();
        return memory;
    }

    private static LoadSpec load(int writePercent, ReadKind reads) {
        return new LoadSpec(30, RateSchedule.NONE, writePercent, 100, 0, 0, 100, 1, reads);
    }

    private static Experiment experiment(
            int nodes, String durability, String attach, LoadSpec load) {
        LoadSpec spread = PARTITIONED.contains(PEER) ? load.withSpread(HALF_MULTIS) : load;
        return new Experiment(PEER, "", nodes, durability, true, attach, CONNECTIONS, spread);
    }

    private static PartitionServers together(int nodes) {
        String ids =
                IntStream.rangeClosed(1, nodes)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(","));
        return PartitionServers.parse("A=" + ids + ";B=" + ids);
    }

    @Override
    public void phase(ComparisonPlan.Turn turn, String what) {}

    @Override
    public void second(ComparisonPlan.Turn turn, boolean warmup, Second second) {}

    @Override
    public void finished(ComparisonPlan.Turn turn, List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            Measurement m = outcome.measurement();
            System.out.printf(
                    "%s %s %s: %s%n",
                    PEER,
                    outcome.experiment().attach(),
                    outcome.experiment().durability(),
                    m == null ? outcome : Math.round(m.throughput()) + " requests/s");
        }
    }
}

package io.abcast.peers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.abcast.load.Experiment;
import io.abcast.load.LoadEngine;
import io.abcast.load.LoadSpec;
import io.abcast.load.PartitionLoad;
import io.abcast.load.PartitionServers;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.MeasuredSystem;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.load.contest.Site;
import io.abcast.command.process.PortBlock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A peer with partitions must order writes to several partitions equally in all destination partitions. The clients of
 * each server write a value of their own, always under the same key of each partition.
 */
@Tag("peers")
final class PeerOrderTest {
    private static final String PEER = System.getProperty("peer");
    private static final int SERVERS = 2;
    private static final int ROUNDS = 15;
    private static final int LOAD_MILLIS = 150;

    @TempDir Path directory;

    private final List<ContestantServer> servers = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (ContestantServer server : servers) server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"A=1,2;B=1,2", "A=1;B=2"})
    @Timeout(120)
    void bothDestinationsHaveTheValueOfTheSameWrite(String map) throws Exception {
        MeasuredSystem peer = new PeerLibraries(null, Map.of()).system(PEER);
        assumeTrue(peer.partitions() == MeasuredSystem.Partitions.GROUPS, "has no partitions");
        PartitionServers partitions = PartitionServers.parse(map);
        PartitionLoad multis = new PartitionLoad(2, 100, 2, PartitionLoad.FIXED, List.of());
        LoadSpec load =
                new LoadSpec(8, RateSchedule.NONE, 100, 64, 0, 0, 2, 1, ReadKind.LOCAL)
                        .withSpread(multis);
        Experiment experiment =
                new Experiment(PEER, "", SERVERS, "memory", true, "embedded", 1, load);
        int port =
                PortBlock.find(
                        IntStream.range(0, 2 * Site.SECOND_BLOCK).filter(i -> i % 100 < 32));
        Site site =
                new Site(
                        experiment, peer.contestant(), directory, null, port, null, partitions);
        Contestant contestant =
                Class.forName(peer.contestant())
                        .asSubclass(Contestant.class)
                        .getDeclaredConstructor()
                        .newInstance();
        for (int id = 1; id <= SERVERS; id++) servers.add(contestant.start(site, id));
        await("the servers are ready", () -> servers.stream().allMatch(PeerOrderTest::isReady));
        for (int round = 0; round < ROUNDS; round++) {
            long writes = load(load, round);
            assertTrue(writes > 0, "no write was answered");
            compare(partitions);
        }
    }

    private long load(LoadSpec load, int round) throws Exception {
        List<Attachment> attachments = new ArrayList<>();
        List<ScheduledExecutorService> shards = new ArrayList<>();
        List<LoadEngine> engines = new ArrayList<>();
        for (ContestantServer server : servers) {
            Attachment attachment = server.attach();
            ScheduledExecutorService shard = attachment.newShard();
            attachments.add(attachment);
            shards.add(shard);
            LoadSpec own = load.part(1 + round * SERVERS + engines.size(), 1_000_000);
            engines.add(
                    new LoadEngine(
                            own.withClients(load.clients()),
                            List.of(shard),
                            (thread, part) -> attachment.target(thread, 0, part)));
        }
        for (LoadEngine engine : engines) engine.start();
        Thread.sleep(LOAD_MILLIS);
        long writes = 0;
        for (LoadEngine engine : engines) writes += engine.stop().writes();
        shards.forEach(ScheduledExecutorService::shutdown);
        for (Attachment attachment : attachments) attachment.close();
        return writes;
    }

    private void compare(PartitionServers partitions) throws Exception {
        await("the replicas of a partition are equal", () -> areEqual(partitions));
        byte[] first = null;
        int found = 0;
        for (ContestantServer server : servers)
            for (int key = 0; key < 2; key++) {
                byte[] value = server.read(key);
                if (value == null) continue;
                found++;
                if (first == null) first = value;
                assertArrayEquals(first, value);
            }
        int replicas = partitions.ids().stream().mapToInt(List::size).sum();
        assertEquals(replicas, found, "number of replicas with a value");
    }

    private boolean areEqual(PartitionServers partitions) {
        try {
            for (List<Integer> group : partitions.ofEqualState())
                for (int id : group)
                    if (!servers.get(id - 1)
                            .state()
                            .equals(servers.get(group.get(0) - 1).state())) return false;
            return true;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isReady(ContestantServer server) {
        try {
            return server.ready();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what + ": not within 30 s");
            Thread.sleep(10);
        }
    }
}

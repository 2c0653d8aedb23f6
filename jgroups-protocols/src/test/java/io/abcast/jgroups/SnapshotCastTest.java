package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that two followers which restart at the same time get a large snapshot by one transfer to both (a cast). */
final class SnapshotCastTest {
    private static final String MEMBERS = "1,2,3,4,5";
    private static final int KEYS = 160;
    private static final int ROUNDS = 3;
    private static final int VALUE_CHARS = 25_000;
    private static final long STATE_BYTES = (long) KEYS * VALUE_CHARS;

    @TempDir Path directory;

    private TestCluster cluster(String durability, long silenceMillis) {
        return new TestCluster(
                MEMBERS,
                (id, channel) -> {
                    AbcastProtocol zab = TestCluster.zab(channel).setDurability(durability);
                    if (!durability.equals("memory"))
                        zab.setDataDir(directory.resolve("server-" + id).toString());
                    zab.setValue("snapshot_every_bytes", 1_000_000L)
                            // Small chunks, so that no follower completes the snapshot in chunks
                            // before the other follower requests it too.
                            .setValue("snapshot_chunk_bytes", 2_048)
                            .setValue("cast_snapshot_bytes_min", 1_000_000L)
                            .setValue("cache_bytes_max", 10_000L)
                            // Long, so that a busy machine does not cause an election.
                            .setValue("election_timeout", silenceMillis);
                    below(channel, id);
                });
    }

    private static void below(JChannel channel, int id) {
        COOPER cooper = new COOPER();
        cooper.server_id = id;
        cooper.members = MEMBERS;
        cooper.block_addr = "127.0.0.1";
        cooper.rate = 200_000_000;
        try {
            channel.getProtocolStack()
                    .insertProtocol(cooper, ProtocolStack.Position.BELOW, ZabProtocol.class);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(TestCluster cluster, int through, int seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            StringBuilder value = new StringBuilder();
            while (value.length() < VALUE_CHARS) value.append(Long.toHexString(random.nextLong()));
            value.setLength(VALUE_CHARS);
            writes.add(cluster.map(through).put("key " + key, value.toString()));
        }
        for (CompletableFuture<?> write : writes) write.get(30, TimeUnit.SECONDS);
    }

    private static List<Integer> stopTwoAndWrite(TestCluster cluster, int leader) throws Exception {
        List<Integer> others = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        others.remove((Integer) leader);
        List<Integer> away = others.subList(0, 2);
        for (int id : away) cluster.stop(id);
        for (int round = 0; round < ROUNDS; round++) write(cluster, others.get(2), round);
        return away;
    }

    private static CompletableFuture<Void> start(TestCluster cluster, List<Integer> away) {
        return CompletableFuture.allOf(
                away.stream().map(cluster::startAside).toArray(CompletableFuture[]::new));
    }

    private static COOPER cooper(TestCluster cluster, int id) {
        return cluster.channel(id).getProtocolStack().findProtocol(COOPER.class);
    }

    private static long counter(String zxid) {
        return Long.parseLong(zxid.substring(zxid.indexOf(':') + 1));
    }

    private void returnTogether(String durability) throws Exception {
        try (TestCluster cluster = cluster(durability, 60_000)) {
            cluster.startAll();
            int leader = cluster.leader();
            List<Integer> away = stopTwoAndWrite(cluster, leader);
            assertEquals(
                    leader, cluster.leader(), "the leader changed; the test needs the same leader");

            ZabProtocol zab = TestCluster.zab(cluster.channel(leader));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> counter(zab.getLastZxid()) >= (long) ROUNDS * KEYS,
                    cluster::toString);
            // An upper bound, because a member may be writing a newer snapshot.
            long entriesBytes =
                    (counter(zab.getLastZxid()) - counter(zab.getSnapshotZxid())) * VALUE_CHARS;
            long framesBefore = zab.getFrameBytesSent();
            start(cluster, away).get(30, TimeUnit.SECONDS);
            cluster.awaitActive();
            cluster.awaitSame();

            assertEquals(1, zab.getSnapshotCastsBegun());
            long taken = 0;
            for (int id : away)
                taken += TestCluster.zab(cluster.channel(id)).getSnapshotCastBytesTaken();
            long slowly = STATE_BYTES / 10;
            assertTrue(
                    taken > zab.getSnapshotCastBytesLacked() - slowly,
                    taken + " bytes by the cast, of " + zab.getSnapshotCastBytesLacked());
            Wait.until(TestCluster.LIMIT, () -> zab.getSnapshotCastsDone() == 1, cluster::toString);
            assertTrue(zab.getSyncSnap() >= 2, cluster::toString);
            long sent = cooper(cluster, leader).getBlockBytesSent();
            assertTrue(
                    sent > STATE_BYTES / 2 && sent < 1.6 * STATE_BYTES,
                    () -> sent + " bytes of blocks for " + STATE_BYTES);
            long frames = zab.getFrameBytesSent() - framesBefore;
            // The followers received in chunks what the cast did not bring, and the entries after
            // the snapshot.
            long expected = 2 * STATE_BYTES - taken + 2 * entriesBytes;
            assertTrue(
                    frames < expected + STATE_BYTES / 4,
                    () -> frames + " bytes of frames, expected about " + expected);
        }
    }

    @Test
    void twoFollowersGetALargeSnapshotForOneCopyOfTheLeadersLink() throws Exception {
        returnTogether("file");
        for (int id = 1; id <= 5; id++)
            try (Stream<Path> left = Files.list(directory.resolve("server-" + id + "/casts"))) {
                assertEquals(List.of(), left.toList());
            }
    }

    @Test
    void theNextLeaderSendsTheSnapshotIfTheLeaderCrashesDuringACast() throws Exception {
        try (TestCluster cluster = cluster("file", 1_000)) {
            cluster.startAll();
            List<Integer> away = stopTwoAndWrite(cluster, cluster.leader());
            int leader = cluster.leader();
            ZabProtocol zab = TestCluster.zab(cluster.channel(leader));
            CompletableFuture<Void> back = start(cluster, away);
            Wait.until(TestCluster.LIMIT, () -> zab.getSnapshotCastsBegun() > 0, cluster::toString);
            cluster.kill(leader);
            back.get(30, TimeUnit.SECONDS);
            cluster.awaitActive();
            cluster.awaitSame();
            assertEquals(KEYS, cluster.map(away.get(0)).size());
        }
    }

    @Test
    void castsWorkInMemoryMode() throws Exception {
        returnTogether("memory");
    }
}

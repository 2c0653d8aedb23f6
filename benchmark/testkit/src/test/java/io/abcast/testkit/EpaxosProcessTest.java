package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Connection;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.ServerLook;
import io.abcast.client.admin.StatusAsker;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests EPAXOS on real servers: each server accepts writes, and the other servers continue to serve when one server is
 * killed.
 */
@Tag("process")
final class EpaxosProcessTest {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration REQUEST = Duration.ofSeconds(30);
    private static final int WRITERS = 6;
    private static final byte[] KEY = "shared".getBytes(StandardCharsets.US_ASCII);

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private final StatusAsker asker = new StatusAsker(null, null);
    private LocalEnsemble cluster;
    private Writers writers;

    EpaxosProcessTest() throws Exception {}

    @AfterEach
    void close() {
        if (writers != null) writers.close();
        if (cluster != null) cluster.close();
        asker.close();
        loops.close();
    }

    private void start(String durability) throws Exception {
        cluster = TestClusters.prepare(3, "EPAXOS", durability, "256m", directory);
        cluster.start(START);
    }

    @Test
    @Timeout(300)
    void aKilledServerStopsNoWriteOfTheOthersAndCatchesUp() throws Exception {
        start("fsync");
        writers = new Writers(loops, cluster.addresses(), WRITERS);
        writers.awaitMore(100);
        for (int victim = 1; victim <= 3; victim++) {
            cluster.server(victim).kill();
            List<InetSocketAddress> others = new ArrayList<>(cluster.addresses());
            others.remove(victim - 1);
            try (StoreClient client = new StoreClient(loops.next(), others, REQUEST)) {
                byte[] value = {(byte) victim};
                assertSame(ReplyCode.OK, await(client.put(KEY, value)).code());
            }
            writers.awaitMore(50);
            cluster.server(victim).start();
            cluster.awaitServing(START);
            assertReads(victim, (byte) victim);
        }
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        ClusterLook look = await(l -> l.problems().isEmpty());
        for (ServerLook server : look.servers()) {
            assertEquals("VOTING", server.text("role"));
            assertEquals(3, server.number("voters_left"));
            assertEquals("false", server.text("learner"));
            assertTrue(server.number("instances_executed") > 0, server::toString);
        }
    }

    private void assertReads(int at, byte expected) throws Exception {
        List<InetSocketAddress> one = List.of(cluster.server(at).address());
        try (StoreClient client = new StoreClient(loops.next(), one, REQUEST)) {
            Reply read = await(client.read(KEY));
            assertSame(ReplyCode.OK, read.code(), read::text);
            assertEquals(expected, read.value()[0]);
        }
    }

    @Test
    @Timeout(300)
    void eachServerAcceptsTheVersionThatAnotherServerAnswered() throws Exception {
        start("memory");
        long version = 0;
        for (int i = 0; i < 12; i++) {
            List<InetSocketAddress> one = List.of(cluster.server(1 + i % 3).address());
            try (StoreClient client = new StoreClient(loops.next(), one, REQUEST)) {
                byte[] other = {(byte) i};
                assertSame(ReplyCode.OK, await(client.put(other, other)).code());
                Reply stored = await(client.cas(KEY, version, other));
                assertSame(ReplyCode.OK, stored.code(), "write " + i);
                version = stored.zxid();
                Reply late = await(client.cas(KEY, version + 1, other));
                assertSame(ReplyCode.MISMATCH, late.code());
            }
        }
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
    }

    @Test
    @Timeout(300)
    void inMemoryARestartedServerLearnsAndTheLastVoterRefusesRequests() throws Exception {
        start("memory");
        writers = new Writers(loops, cluster.addresses(), WRITERS);
        writers.awaitMore(100);
        cluster.server(1).kill();
        writers.awaitMore(50);
        cluster.server(1).start();
        cluster.awaitServing(START);
        writers.awaitMore(50);
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        ClusterLook look = asker.look(cluster.addresses(), REQUEST);
        assertLearner(look.servers().get(0));
        assertEquals("VOTING", look.servers().get(1).text("role"));
        assertEquals(2, look.servers().get(1).number("voters_left"));

        cluster.server(2).kill();
        String reason =
                "fewer voters than a quorum are left and reachable (members 1 have lost their storages)";
        look = await(l -> reasons(l, reason));
        assertLearner(look.servers().get(0));
        assertFalse(look.problems().isEmpty());
        byte[] put = Command.put(0, 0, KEY, KEY);
        byte[] body = Arrays.copyOfRange(put, 1, put.length);
        for (int id : new int[] {1, 3}) {
            Reply refused =
                    await(
                            Connection.askOnce(
                                    loops.next(),
                                    cluster.server(id).address(),
                                    null,
                                    Op.PUT,
                                    body));
            assertSame(ReplyCode.NOT_READY, refused.code(), refused::text);
            assertTrue(refused.text().contains(reason), refused::text);
        }
    }

    private static boolean reasons(ClusterLook look, String reason) {
        return look.servers().get(0).text("reason").startsWith(reason)
                && look.servers().get(2).text("reason").startsWith(reason);
    }

    private static void assertLearner(ServerLook server) {
        assertEquals("LEARNING", server.text("role"));
        assertEquals("true", server.text("learner"));
        assertEquals("false", server.text("voter"));
    }

    private ClusterLook await(Predicate<ClusterLook> condition) throws Exception {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            ClusterLook look = asker.look(cluster.addresses(), Duration.ofSeconds(2));
            if (condition.test(look)) return look;
            assertTrue(
                    System.nanoTime() < deadline,
                    () ->
                            look.problems()
                                    + " "
                                    + look.servers().stream().map(s -> s.text("reason")).toList());
            Thread.sleep(100);
        }
    }

    private static Reply await(CompletableFuture<Reply> asked) throws Exception {
        return asked.get(40, TimeUnit.SECONDS);
    }
}

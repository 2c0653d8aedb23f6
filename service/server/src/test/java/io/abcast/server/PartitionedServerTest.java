package io.abcast.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.KeyPartitions;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.client.wire.StatusFields;
import io.abcast.command.process.PortBlock;
import io.abcast.kernel.WireReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests servers of CAMU in this JVM; the keys of the store are divided among three partitions. */
final class PartitionedServerTest {
    /** Servers 1 and 2 hold no replica of the partition C. */
    private static final String MAP = "A=1,2,3;B=1,2,3;C=3";

    private static final int PARTITIONS = 3;
    private static final int SECONDS = 30;

    private final List<ReplicaServer> servers = new ArrayList<>();
    private final List<StoreClient> clients = new ArrayList<>();
    private ClientLoops loops;

    @BeforeEach
    void start() throws IOException {
        loops = new ClientLoops(1);
        int first = PortBlock.find(IntStream.range(0, 3));
        int[] ports = IntStream.range(first, first + 3).toArray();
        String hosts =
                IntStream.of(ports)
                        .mapToObj(port -> "127.0.0.1[" + port + "]")
                        .collect(Collectors.joining(","));
        for (int id = 1; id <= 3; id++)
            servers.add(ReplicaServer.start(options(id, ports[id - 1], hosts, MAP), line -> {}));
        for (ReplicaServer server : servers) clients.add(client(server));
    }

    @AfterEach
    void stop() {
        clients.forEach(StoreClient::close);
        servers.forEach(ReplicaServer::close);
        loops.close();
    }

    static ServerOptions options(int id, int port, String hosts, String map) {
        return new ServerOptions(
                id,
                map,
                false,
                "CAMU",
                Path.of("..", "..", "config", "camu-tcp.xml"),
                InetAddress.getLoopbackAddress(),
                0,
                port,
                hosts,
                "partitioned-" + ProcessHandle.current().pid() + "-" + hosts.hashCode(),
                null,
                "memory",
                null,
                Map.of("TCP.diag.enabled", "false"),
                1,
                1024,
                1 << 24,
                ConnectionLimits.defaults(),
                null,
                null);
    }

    private StoreClient client(ReplicaServer server) {
        return new StoreClient(
                loops.next(),
                List.of(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), server.clientPort())),
                Duration.ofSeconds(SECONDS));
    }

    private static List<byte[]> keys(String prefix) {
        List<byte[]> keys = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int i = 0;
            byte[] key;
            do key = (prefix + i++).getBytes(UTF_8);
            while (KeyPartitions.of(key, PARTITIONS) != partition);
            keys.add(key);
        }
        return keys;
    }

    private static Reply await(CompletableFuture<Reply> reply) throws Exception {
        return reply.get(SECONDS, TimeUnit.SECONDS);
    }

    private static String value(Reply read) {
        byte[] body = read.body();
        return new String(body, 8, body.length - 8, UTF_8);
    }

    @Test
    void everyServerReadsAndWritesTheKeysOfAllPartitions() throws Exception {
        List<byte[]> keys = keys("k");
        for (int i = 0; i < PARTITIONS; i++)
            assertEquals(
                    ReplyCode.OK,
                    await(clients.get(0).put(keys.get(i), ("v" + i).getBytes(UTF_8))).code());
        for (StoreClient client : clients)
            for (int i = 0; i < PARTITIONS; i++)
                assertEquals("v" + i, value(await(client.read(keys.get(i)))));
        assertEquals("v2", value(await(clients.get(1).get(keys.get(2)))));
        byte[] missing = keys("missing").get(2);
        assertEquals(ReplyCode.NOT_FOUND, await(clients.get(0).read(missing)).code());
        assertEquals(ReplyCode.OK, await(clients.get(1).delete(keys.get(2))).code());
        assertEquals(ReplyCode.NOT_FOUND, await(clients.get(0).read(keys.get(2))).code());
    }

    @Test
    void aWriteOfSeveralKeysIsOneTransaction() throws Exception {
        List<byte[]> keys = keys("m");
        Reply written = await(clients.get(0).putAll(keys, "all".getBytes(UTF_8)));
        assertEquals(ReplyCode.OK, written.code());
        for (byte[] key : keys) {
            assertEquals("all", value(await(clients.get(0).read(key))));
            assertEquals("all", value(await(clients.get(2).read(key))));
        }
        byte[] empty = MultiPut.encode(0, 0, List.of(), new byte[1]);
        assertEquals(ReplyCode.MALFORMED, await(clients.get(0).ask(Op.PUTS, empty)).code());
    }

    @Test
    void anAppendOfSeveralKeysReturnsTheirValuesAtOnePlace() throws Exception {
        List<byte[]> keys = keys("list");
        List<byte[]> some = List.of(keys.get(2), keys.get(0));
        assertEquals(List.of("a", "a"), append(0, keys.subList(0, 2), "a"));
        assertEquals(List.of("b", "ab"), append(1, some, "b"));
        assertEquals(List.of("ab", "a", "b"), append(2, keys, ""));
        assertEquals("ab", value(await(clients.get(1).read(keys.get(0)))));
        assertEquals(List.of(""), append(0, List.of(keys("none").get(2)), ""));
    }

    private List<String> append(int client, List<byte[]> to, String more) throws Exception {
        byte[] command = MultiPut.encode(Op.APPENDS, 7, 1, to, more.getBytes(UTF_8));
        Reply reply = await(clients.get(client).ask(Op.APPENDS, command));
        assertEquals(ReplyCode.OK, reply.code());
        List<String> values = new ArrayList<>();
        for (WireReader in = new WireReader(reply.body()); in.remaining() > 0; )
            values.add(new String(in.bytes(), UTF_8));
        return values;
    }

    @Test
    void theStatusNamesThePartitions() throws Exception {
        await(clients.get(0).put(keys("s").get(0), new byte[1]));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        StatusFields fields;
        do fields = StatusFields.decode(await(clients.get(2).ask(Op.STATUS, new byte[0])).body());
        while (fields.number("partition.A.seq", 0) < 1 && System.nanoTime() < deadline);
        assertEquals("A,B,C", fields.text("local_partitions"));
        assertEquals("true", fields.text("partition.C.leads"));
        assertEquals("CAMU", fields.text("protocol"));
        assertTrue(fields.number("partition.A.seq", 0) >= 1, fields::toString);
        assertEquals("OFF", fields.text("partition.A.to.B.link"));
        assertEquals("", fields.text("partition.A.waits_for"));
    }

    @Test
    void aServerOutsideOfThePartitionsDoesNotStart() {
        IOException e =
                assertThrows(
                        IOException.class,
                        () ->
                                ReplicaServer.start(options(9, 0, "127.0.0.1[1]", MAP), line -> {})
                                        .close());
        assertTrue(e.getMessage().contains("server_id: expected a server"), e.getMessage());
        assertFalse(servers.isEmpty());
    }
}

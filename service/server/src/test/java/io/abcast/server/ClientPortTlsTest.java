package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Connection;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.tls.ClientKeys;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a client port with TLS. */
final class ClientPortTlsTest {
    private static final String PASSWORD = "not-a-secret";
    private static final byte[] K = {7};

    @TempDir private static Path directory;
    private static Path keys;
    private static Path others;

    private final FakeReplica replica = new FakeReplica();
    private final ClientLoops loops = new ClientLoops(1);
    private final List<String> log = new ArrayList<>();
    private ClientPort port;

    @BeforeAll
    static void makeKeys() throws Exception {
        System.setProperty(ClientKeys.PASSWORD_PROPERTY, PASSWORD);
        // The key stores are committed files, made by the shipped scripts with a long validity. The
        // client mallory claims to be alice, but has another key.
        keys = Files.createDirectory(directory.resolve("keys"));
        try (Stream<Path> made = Files.list(Path.of("src/test/resources/io/abcast/server/tls"))) {
            for (Path key : made.toList()) Files.copy(key, keys.resolve(key.getFileName()));
        }
        Files.copy(keys.resolve("group.p12"), keys.resolve("client-nobody.p12"));
        others = Files.createDirectory(directory.resolve("others"));
        Files.copy(keys.resolve("client-alice.p12"), others.resolve("client-alice.p12"));
        Files.copy(keys.resolve("clients.p12"), others.resolve("trust.p12"));
    }

    @AfterAll
    static void forget() {
        System.clearProperty(ClientKeys.PASSWORD_PROPERTY);
    }

    @BeforeEach
    void open() throws IOException {
        PortContext context =
                new PortContext(
                        replica,
                        new Admission(4_000, 64 << 20),
                        PortLimits.of(
                                1 << 20,
                                1,
                                ConnectionLimits.of(
                                        100, 100, Duration.ofSeconds(1), Duration.ofSeconds(60))),
                        new RateLimitedLog(this::log, System::nanoTime),
                        ClientKeys.ofServer(keys, 1));
        port =
                new ClientPort(
                        context, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    }

    @AfterEach
    void close() {
        loops.close();
        port.close();
        replica.close();
    }

    @Test
    void aClientWithACertificateIsServed() throws Exception {
        byte[] value = new byte[300_000];
        Arrays.fill(value, (byte) 3);
        try (StoreClient client = client(ClientKeys.ofClient(keys, "alice"))) {
            assertSame(ReplyCode.OK, get(client.put(K, value)).code());
            assertArrayEquals(value, get(client.read(K)).value());
        }
    }

    @Test
    void aClientWithAnUnknownCertificateIsRefusedAndBothSidesReportIt() throws Exception {
        try (StoreClient mallory = client(ClientKeys.ofClient(keys, "mallory"))) {
            Reply reply = get(mallory.put(K, K));
            assertTrue(reply.code().error(), reply.code()::name);
            assertTrue(reply.text().startsWith("TLS: "), reply.text());
        }
        awaitLog("TLS: the certificate of the peer is not accepted here");
        assertEquals(0, replica.store.position().get().keys());
    }

    @Test
    void aClientWithoutACertificateIsRefused() throws Exception {
        SslContext anonymous =
                io.netty.handler.ssl.SslContextBuilder.forClient()
                        .trustManager(
                                io.netty.handler.ssl.util.InsecureTrustManagerFactory.INSTANCE)
                        .endpointIdentificationAlgorithm(null)
                        .build();
        try (StoreClient client = client(anonymous)) {
            Reply reply = get(client.put(K, K));
            assertTrue(reply.code().error(), reply.code()::name);
        }
        awaitLog("TLS: the peer has no certificate that is accepted here");
        assertEquals(0, replica.store.position().get().keys());
    }

    @Test
    void aClientOfAnotherNameIsRefused() throws Exception {
        try (StoreClient nobody = client(ClientKeys.ofClient(keys, "nobody"))) {
            assertTrue(get(nobody.put(K, K)).code().error());
        }
        awaitLog("TLS: the peer has no certificate that is accepted here");
    }

    @Test
    void theClientSendsNothingToAnUnknownServer() throws Exception {
        CompletableFuture<Connection> connecting =
                Connection.connect(loops.next(), address(), ClientKeys.ofClient(others, "alice"));
        Throwable failure =
                assertThrows(ExecutionException.class, () -> get(connecting)).getCause();
        assertTrue(
                failure.getMessage().contains("the certificate of the peer is not accepted here"),
                failure::getMessage);
        awaitLog("TLS: ");
    }

    @Test
    void aClientWithoutTlsIsNotAnswered() throws Exception {
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        ClientFrames.head(bytes, 1, Op.PING.code(), 0);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes.array(), 0, bytes.readableBytes());
            byte[] answer = socket.getInputStream().readAllBytes();
            // The server may answer unencrypted bytes with a TLS alert (record type 21), but never
            // with a frame.
            assertTrue(answer.length == 0 || answer[0] == 21, () -> Arrays.toString(answer));
        }
        awaitLog("the peer does not use TLS");
    }

    @Test
    void aHandshakeThatDoesNotEndIsGivenUp() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            socket.setSoTimeout(20_000);
            // The head of a TLS handshake record without the record's content.
            socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
            socket.getInputStream().readAllBytes();
        }
        awaitLog("no hello within 1000 ms");
    }

    @Test
    void aClientWithTlsDoesNotFallBackToPlainText() throws Exception {
        PortContext plain =
                new PortContext(
                        replica,
                        new Admission(4_000, 64 << 20),
                        PortLimits.of(1 << 20, 1, ConnectionLimits.defaults()),
                        new RateLimitedLog(this::log, System::nanoTime),
                        null);
        try (ClientPort without =
                new ClientPort(
                        plain, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1)) {
            CompletableFuture<Connection> connecting =
                    Connection.connect(
                            loops.next(),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), without.port()),
                            ClientKeys.ofClient(keys, "alice"));
            assertThrows(ExecutionException.class, () -> get(connecting));
        }
        awaitLog("hello: expected \"abcast\"");
        assertEquals(0, replica.store.position().get().keys());
    }

    @Test
    void missingKeysAreNamed() {
        IOException missing = assertThrows(IOException.class, () -> ClientKeys.ofServer(keys, 9));
        assertTrue(missing.getMessage().contains("server-9.p12"), missing::getMessage);
        assertTrue(missing.getMessage().contains("make-keys.sh"), missing::getMessage);
        System.setProperty(ClientKeys.PASSWORD_PROPERTY, "wrong-password");
        try {
            IOException locked =
                    assertThrows(IOException.class, () -> ClientKeys.ofClient(keys, "alice"));
            assertTrue(
                    locked.getMessage().contains("does not open the key store"),
                    locked::getMessage);
        } finally {
            System.setProperty(ClientKeys.PASSWORD_PROPERTY, PASSWORD);
        }
    }

    private StoreClient client(SslContext tls) {
        // With a timeout of 0, the client makes only one attempt.
        return new StoreClient(
                loops.next(), List.of(address()), Duration.ZERO, Duration.ofSeconds(20), tls);
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port());
    }

    private synchronized void log(String line) {
        log.add(line);
    }

    private synchronized boolean logged(String text) {
        return log.stream().anyMatch(line -> line.contains(text));
    }

    private void awaitLog(String text) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!logged(text)) {
            assertTrue(System.nanoTime() < deadline, () -> "no line '" + text + "' in " + log);
            Thread.onSpinWait();
        }
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }
}

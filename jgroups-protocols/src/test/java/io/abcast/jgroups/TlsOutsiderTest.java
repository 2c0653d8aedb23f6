package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jgroups.JChannel;
import org.jgroups.Version;
import org.jgroups.auth.X509Token;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Util;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests the stack {@code zab-tls.xml} against an attacker that can reach every port and record every byte, but does not
 * have the group's keys.
 */
final class TlsOutsiderTest {
    private static final String FILE = "zab-tls.xml";
    private static final long FOUNDER_WAITS_MILLIS = 100;

    @BeforeAll
    static void useKeys() {
        ShippedStack.useKeys();
    }

    private static TCP tcp(JChannel channel) {
        return (TCP) channel.getProtocolStack().getTransport();
    }

    private static ZabProtocol zab(TestCluster cluster, int id) {
        return TestCluster.zab(cluster.channel(id));
    }

    private static TestCluster started(TestCluster cluster, int size) throws Exception {
        cluster.start(1, channel -> gms(channel).setJoinTimeout(FOUNDER_WAITS_MILLIS));
        for (int id = 2; id <= size; id++) cluster.start(id);
        cluster.awaitActive();
        return cluster;
    }

    private static GMS gms(JChannel channel) {
        return channel.getProtocolStack().findProtocol(GMS.class);
    }

    private static byte[] plainMember(int port) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        IpAddress address = new IpAddress(InetAddress.getLoopbackAddress(), port);
        out.write(Connection.cookie);
        out.writeShort(Version.version);
        out.writeShort(address.serializedSize());
        address.writeTo(out);
        for (int i = 0; i < 10; i++) {
            out.writeInt(100);
            out.writeShort(Version.version);
            out.write(new byte[98]);
        }
        return bytes.toByteArray();
    }

    @Test
    void aPeerWithoutACertificateOfTheGroupIsRefused() throws Exception {
        int base = ShippedStack.freePorts(4);
        try (TestCluster cluster = started(ShippedStack.cluster(FILE, 3, base), 3)) {
            QuietCluster calm = new QuietCluster(cluster, 1, 2, 3);
            long[] refused = new long[4];
            for (int id = 1; id <= 3; id++) refused[id] = zab(cluster, id).getConnectionsRefused();
            SSLContext nobody = context(null);
            SSLContext somebodyElse = context(ShippedStack.FOREIGN_KEYS.resolve("server-1.p12"));
            for (int id = 1; id <= 3; id++) {
                assertClosed(base + id, plainMember(base + 2));
                assertClosed(base + id, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                assertClosed(nobody, "TLSv1.3", base + id, plainMember(base + 2));
                assertClosed(somebodyElse, "TLSv1.3", base + id, plainMember(base + 2));
                assertClosed(somebodyElse, "TLSv1.2", base + id, plainMember(base + 2));
                int member = id;
                Wait.until(
                        TestCluster.LIMIT,
                        () -> zab(cluster, member).getConnectionsRefused() == refused[member] + 5,
                        () -> zab(cluster, member).getConnectionsRefused() + " refused");
            }
            calm.assertKept();
        }
    }

    @Test
    void aPeerWithACertificateOfTheGroupIsAccepted() throws Exception {
        int base = ShippedStack.freePorts(2);
        try (TestCluster cluster = started(ShippedStack.cluster(FILE, 1, base), 1);
                SSLSocket socket =
                        connect(
                                context(ShippedStack.KEYS.resolve("server-4.p12")),
                                "TLSv1.3",
                                base + 1)) {
            socket.getOutputStream().write(Arrays.copyOf(plainMember(base + 9), 15));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> tcp(cluster.channel(1)).getOpenConnections() == 1,
                    () -> tcp(cluster.channel(1)).printConnections());
            assertEquals(0, zab(cluster, 1).getConnectionsRefused());
        }
    }

    @Test
    void recordedConnectionsHaveNoEffectAtAnyMember() throws Exception {
        int base = ShippedStack.freePorts(14);
        List<Wiretap> taps = ShippedStack.taps(base);
        int other = ShippedStack.freePorts(2);
        try (TestCluster cluster = started(ShippedStack.tapped(FILE, base), 3);
                TestCluster elsewhere =
                        new TestCluster(
                                ShippedStack.CONFIG.resolve(FILE).toString(),
                                "1",
                                (id, channel) -> {
                                    ShippedStack.settle(channel, id, 1, other);
                                    foreignKeys(channel, "server-1.p12", true);
                                })) {
            started(elsewhere, 1);
            for (int i = 0; i < 50; i++) cluster.put(1 + i % 3, "k" + i, "secret" + i);
            List<byte[]> recorded = new ArrayList<>();
            for (Wiretap tap : taps) recorded.addAll(tap.recorded());
            recorded.removeIf(bytes -> bytes.length < 1_000);
            assertTrue(recorded.size() >= 2, recorded.size() + " connections recorded");
            for (byte[] bytes : recorded)
                assertFalse(
                        new String(bytes, StandardCharsets.ISO_8859_1).contains("secret"),
                        "in clear");

            QuietCluster calm = new QuietCluster(cluster, 1, 2, 3);
            QuietCluster calmElsewhere = new QuietCluster(elsewhere, 1);
            for (byte[] bytes : recorded) {
                for (int id = 1; id <= 3; id++) assertClosed(base + id, bytes);
                assertClosed(other + 1, bytes);
            }
            calm.assertKept();
            calmElsewhere.assertKept();

            cluster.stop(3);
            cluster.start(3);
            cluster.awaitActive();
            QuietCluster after = new QuietCluster(cluster, 1, 2, 3);
            for (byte[] bytes : recorded) assertClosed(base + 3, bytes);
            after.assertKept();
        } finally {
            for (Wiretap tap : taps) tap.close();
        }
    }

    @Test
    void bytesInjectedIntoAConnectionOnlyBreakTheConnection() throws Exception {
        int base = ShippedStack.freePorts(14);
        List<Wiretap> taps = ShippedStack.taps(base);
        try (TestCluster cluster = started(ShippedStack.tapped(FILE, base), 3)) {
            for (int i = 0; i < 50; i++) cluster.put(1 + i % 3, "k" + i, "v" + i);
            cluster.awaitSame();
            int injected = 0;
            for (Wiretap tap : taps)
                for (byte[] bytes : tap.recorded())
                    if (injected == 0 && bytes.length > 1_000)
                        injected += tap.inject(Arrays.copyOfRange(bytes, 500, bytes.length));
            assertTrue(injected > 0, "no open connection");
            for (int i = 0; i < 50; i++) cluster.put(1 + i % 3, "k" + i, "w" + i);
            cluster.awaitSame();
            for (int id = 1; id <= 3; id++) {
                assertEquals(50, cluster.contents().get(id).size());
                Set<String> values = new HashSet<>(cluster.contents().get(id).values());
                assertTrue(values.stream().allMatch(v -> v.startsWith("w")), values::toString);
            }
        } finally {
            for (Wiretap tap : taps) tap.close();
        }
    }

    private static void foreignKeys(JChannel channel, String keystore, boolean all) {
        if (all) {
            tcp(channel)
                    .tls()
                    .setKeystorePath(ShippedStack.FOREIGN_KEYS.resolve(keystore).toString());
            tcp(channel)
                    .tls()
                    .setTruststorePath(ShippedStack.FOREIGN_KEYS.resolve("trust.p12").toString());
        }
        AUTH auth = channel.getProtocolStack().findProtocol(AUTH.class);
        Util.setField(
                Util.getField(X509Token.class, "keystore_path"),
                auth.getAuthToken(),
                ShippedStack.FOREIGN_KEYS.resolve("group.p12").toString());
    }

    @Test
    void aMemberWithKeysOfAnotherGroupIsRefused() throws Exception {
        int base = ShippedStack.freePorts(4);
        try (TestCluster cluster = started(ShippedStack.cluster(FILE, 3, base), 3)) {
            cluster.stop(3);
            Wait.until(
                    TestCluster.LIMIT,
                    () -> cluster.leader() != 3 && cluster.status(cluster.leader()).active(),
                    cluster::toString);
            cluster.put(1, "a", "1");
            QuietCluster calm = new QuietCluster(cluster, 1, 2);
            try (JChannel forger = cluster.channel(3, "1,2,3")) {
                ReplicatedMap<String, String> map =
                        ReplicatedMap.on(forger, Codec.STRING, Codec.STRING);
                foreignKeys(forger, "server-1.p12", true);
                forger.connect(cluster.group);
                assertFalse(map.broadcast().awaitActive(Duration.ofSeconds(2)));
                assertEquals(1, forger.getView().size());
                assertEquals(0, map.size());
                calm.assertKept();
            }
        }
    }

    @Test
    void aMemberWithoutTheGroupsKeyIsRefusedByAuth() throws Exception {
        int base = ShippedStack.freePorts(4);
        try (TestCluster cluster = started(ShippedStack.cluster(FILE, 3, base), 3)) {
            cluster.stop(3);
            Wait.until(
                    TestCluster.LIMIT,
                    () -> cluster.leader() != 3 && cluster.status(cluster.leader()).active(),
                    cluster::toString);
            cluster.put(1, "a", "1");
            QuietCluster calm = new QuietCluster(cluster, 1, 2);
            try (JChannel forger = cluster.channel(3, "1,2,3")) {
                ReplicatedMap.on(forger, Codec.STRING, Codec.STRING);
                foreignKeys(forger, "server-1.p12", false);
                gms(forger).setMaxJoinAttempts(1);
                assertThrows(Exception.class, () -> forger.connect(cluster.group));
                calm.assertKept();
            }
        }
    }

    private static void assertClosed(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
            socket.setSoTimeout(30_000);
            assertEnds(socket, bytes);
        }
    }

    private static void assertClosed(SSLContext context, String protocol, int port, byte[] bytes) {
        try (SSLSocket socket = connect(context, protocol, port)) {
            assertEnds(socket, bytes);
        } catch (IOException e) {
            // The member has already refused the TLS handshake of the attacker.
        }
    }

    private static SSLSocket connect(SSLContext context, String protocol, int port)
            throws IOException {
        SSLSocket socket =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        socket.setEnabledProtocols(new String[] {protocol});
        return socket;
    }

    private static void assertEnds(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                // The bytes that the test reads from a refusing member are usually a TLS alert.
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("still open after 30 s: " + socket, e);
        } catch (IOException e) {
            // The member has reset the connection of the attacker.
        }
    }

    private static SSLContext context(Path keystore) throws Exception {
        KeyManager[] keys = null;
        if (keystore != null) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            char[] password = ShippedStack.PASSWORD.toCharArray();
            try (InputStream in = Files.newInputStream(keystore)) {
                store.load(in, password);
            }
            KeyManagerFactory factory =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            keys = factory.getKeyManagers();
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {new TrustsAll()}, new SecureRandom());
        return context;
    }

    private static final class TrustsAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

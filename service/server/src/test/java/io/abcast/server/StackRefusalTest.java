package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a server reports wrong attributes and wrong key stores in one line, before JGroups can report them less
 * clearly.
 */
final class StackRefusalTest {
    private static final Path TCP = Path.of("..", "..", "config", "zab-tcp.xml");
    private static final Path TLS = Path.of("..", "..", "config", "zab-tls.xml");
    private static final List<String> STORES =
            List.of("abcast.keystore", "abcast.truststore", "abcast.groupstore");
    private static final String PASSWORD = "abcast.keystore_password";
    private static final String IN =
            "-Dabcast.keystore_password (or ABCAST_KEYSTORE_PASSWORD in the environment)";

    @TempDir private Path directory;

    @AfterEach
    void clear() {
        STORES.forEach(System::clearProperty);
        System.clearProperty(PASSWORD);
    }

    private static StackConfig load(Path config, Map<String, String> settings) throws IOException {
        return StackConfig.load(
                new ServerOptions(
                        1,
                        "1,2,3",
                        false,
                        null,
                        config,
                        InetAddress.getLoopbackAddress(),
                        0,
                        0,
                        null,
                        "test",
                        null,
                        null,
                        null,
                        settings,
                        1,
                        1,
                        1,
                        ConnectionLimits.defaults(),
                        null,
                        null));
    }

    private static String refusal(Path config, Map<String, String> settings) {
        String message = assertThrows(IOException.class, () -> load(config, settings)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    @ParameterizedTest
    @CsvSource({
        "ZAB.request_timeout, abc, 'a time such as 500ms or 2s'",
        "ZAB.batching, on, true or false",
        "ZAB.pending_max, many, a whole number",
        "TCP.sock_conn_timeout, soon, 'a time such as 500ms or 2s'",
    })
    void refusesAWrongValueOfAnAttribute(String name, String value, String expected) {
        assertEquals(
                "config " + TCP + ": " + name + ": expected " + expected + ", got " + value,
                refusal(TCP, Map.of(name, value)));
    }

    @ParameterizedTest
    @CsvSource({"ZAB.request_timeout, 3s", "ZAB.batching, false", "TCP.diag.enabled, false"})
    void acceptsAValidValueOfAnAttribute(String name, String value) throws IOException {
        assertTrue(load(TCP, Map.of(name, value)).xml().contains("\"" + value + "\""));
    }

    @Test
    void reportsAKeyStoreThatIsNotSet() {
        assertEquals(
                "config "
                        + TLS
                        + ": tls.keystore_path: expected this server's key, server-N.p12, got no value:"
                        + " -Dabcast.keystore is not set; config/make-keys.sh makes the keys, see the head of"
                        + " config/zab-tls.xml",
                refusal(TLS, Map.of()));
    }

    @Test
    void reportsAMissingKeyStore() throws Exception {
        stores("secret");
        System.setProperty("abcast.truststore", directory.resolve("nowhere.p12").toString());
        String message = refusal(TLS, Map.of());
        assertTrue(
                message.contains(
                        "tls.truststore_path "
                                + directory.resolve("nowhere.p12")
                                + ": expected the certificates of all servers, trust.p12, found no such file"),
                message);
    }

    @Test
    void reportsAMissingPassword() throws Exception {
        stores("secret");
        System.clearProperty(PASSWORD);
        assertTrue(refusal(TLS, Map.of()).contains(IN + " is not set"));
    }

    @Test
    void wrongPassword() throws Exception {
        stores("secret");
        System.setProperty(PASSWORD, "guess");
        assertEquals(
                "config "
                        + TLS
                        + ": tls.keystore_path "
                        + directory.resolve("abcast.keystore")
                        + ": expected its password in "
                        + IN
                        + ", but the password there does not open the key store",
                refusal(TLS, Map.of()));
    }

    @Test
    void reportsAFileThatIsNotAKeyStore() throws Exception {
        stores("secret");
        Files.writeString(directory.resolve("abcast.groupstore"), "no key");
        String message = refusal(TLS, Map.of());
        assertTrue(message.contains("expected the group's key, group.p12 in a PKCS12"), message);
    }

    @Test
    void acceptsValidKeyStores() throws Exception {
        stores("secret");
        load(TLS, Map.of());
    }

    private void stores(String password) throws Exception {
        System.setProperty(PASSWORD, password);
        for (String property : STORES) {
            Path file = directory.resolve(property);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            try (OutputStream out = Files.newOutputStream(file)) {
                store.store(out, password.toCharArray());
            }
            System.setProperty(property, file.toString());
        }
    }
}

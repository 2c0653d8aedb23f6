package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.server.ServerCommand;
import io.abcast.server.ServerOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Tests that a server of FBP starts only with matching keys; otherwise the server reports in one line which keys it
 * expects.
 */
final class ServerKeysTest {
    private static final Path CONFIG = Path.of("..", "..", "config", "paxos-tcp.xml");

    private final StringWriter err = new StringWriter();

    @TempDir private Path dir;

    private int server(String protocol, String... more) {
        CommandLine command = CommandLines.of(new ServerCommand());
        command.setErr(new PrintWriter(err, true));
        List<String> arguments =
                new ArrayList<>(List.of("server", "--id", "1", "--members", "1,2,3,4,5,6,7"));
        arguments.addAll(List.of("--protocol", protocol, "--config", CONFIG.toString()));
        arguments.addAll(List.of("--client-port", "0"));
        arguments.addAll(List.of(more));
        return command.execute(arguments.toArray(String[]::new));
    }

    private void assertSays(Object... parts) {
        String said = err.toString().strip();
        assertEquals(1, said.lines().count(), said);
        for (Object part : parts)
            assertTrue(said.contains(part.toString()), () -> part + " in: " + said);
    }

    @Test
    void errorWithoutKeysSaysHowToMakeThem() {
        assertEquals(1, server("FBP"));
        assertSays("server 1: ", "keys_dir: expected", "1.key", "config/make-fbp-keys.sh");
    }

    @Test
    void errorNamesAMissingKey() throws Exception {
        FbpKeyring.make(dir, 7);
        Path keys = FbpKeyring.in(dir);
        Files.delete(keys.resolve("6.pub"));
        assertEquals(1, server("FBP", "--fbp-keys", keys.toString()));
        assertSays("server 1: ", keys.resolve("6.pub"), "found no such file");
    }

    @Test
    void keysAndUnsignedTogetherAreRefused() throws Exception {
        FbpKeyring.make(dir, 7);
        String keys = FbpKeyring.in(dir).toString();
        assertEquals(1, server("FBP", "--fbp-keys", keys, "--set", "FBP.unsigned=true"));
        assertSays("server 1: ", "unsigned", keys);
    }

    @Test
    void keysAreRefusedForOtherProtocols() {
        assertEquals(2, server("PAXOS", "--fbp-keys", "keys"));
        assertSays("--fbp-keys: expected --protocol FBP too, got PAXOS");
        err.getBuffer().setLength(0);
        assertEquals(2, server("FBP", "--fbp-keys", "a", "--set", ServerOptions.FBP_KEYS + "=b"));
        assertSays("--fbp-keys: expected no --set FBP.keys_dir");
    }

    @Test
    void clusterMakesKeysOnlyIfItsStackHasNone() throws Exception {
        assertTrue(FbpKeyring.needed("FBP", CONFIG));
        assertFalse(FbpKeyring.needed("PAXOS", CONFIG));
        Path own = dir.resolve("own.xml");
        for (String attribute : List.of("keys_dir=\"keys\"", "unsigned=\"true\"")) {
            String stack = Files.readString(CONFIG);
            Files.writeString(
                    own,
                    stack.replace(
                            "<io.abcast.jgroups.PAXOS", "<io.abcast.jgroups.FBP " + attribute));
            assertFalse(FbpKeyring.needed("FBP", own), attribute);
        }
        FbpKeyring.make(dir, 7);
        byte[] key = Files.readAllBytes(FbpKeyring.in(dir).resolve("1.key"));
        FbpKeyring.make(dir, 7);
        assertArrayEquals(key, Files.readAllBytes(FbpKeyring.in(dir).resolve("1.key")));
    }
}

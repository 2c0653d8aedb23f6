package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.abcast.client.tls.ClientKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the shipped scripts make TLS keys that servers and clients can read. */
@Tag("process")
final class KeyScriptsTest {
    private static final String PASSWORD = "not-a-secret";

    @TempDir private static Path directory;
    private static Path keys;

    @AfterEach
    void forget() {
        System.clearProperty(ClientKeys.PASSWORD_PROPERTY);
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = directory.resolve("keys");
        run("make-keys.sh", keys, "1", "2");
        run("make-client-keys.sh", keys, "alice");
    }

    @Test
    void keysOfServersAndClientsAreRead() throws Exception {
        System.setProperty(ClientKeys.PASSWORD_PROPERTY, PASSWORD);
        assertNotNull(ClientKeys.ofServer(keys, 1));
        assertNotNull(ClientKeys.ofServer(keys, 2));
        assertNotNull(ClientKeys.ofClient(keys, "alice"));
    }

    @Test
    void onlyTheOwnerMayReadTheKeys() throws Exception {
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(keys)));
        try (Stream<Path> files = Files.list(keys)) {
            List<Path> all = files.toList();
            assertEquals(6, all.size(), all::toString);
            for (Path file : all)
                assertEquals(
                        "rw-------",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                        file::toString);
        }
    }

    private static void run(String script, Path keys, String... names) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(names));
        arguments.add(0, keys.toString());
        run(Path.of("..", "..", "config", script), arguments.toArray(String[]::new));
    }

    private static void run(Path program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.add(0, program.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PASSWORD", PASSWORD);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
    }
}

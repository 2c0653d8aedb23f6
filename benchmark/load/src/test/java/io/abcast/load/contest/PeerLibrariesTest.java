package io.abcast.load.contest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PeerLibrariesTest {
    @TempDir Path libraries;

    private void jar(String directory, String name, String file) throws IOException {
        jar(Files.createDirectories(libraries.resolve(directory)), name, file);
    }

    static void jar(Path directory, String name, String file) throws IOException {
        try (JarOutputStream out =
                new JarOutputStream(Files.newOutputStream(directory.resolve(name + ".jar")))) {
            out.putNextEntry(new JarEntry(file == null ? "empty" : MeasuredSystem.FILE));
            if (file != null) out.write(file.getBytes(UTF_8));
        }
    }

    private static String missing(PeerLibraries peers, String name) {
        return peers.missing(peers.system(name));
    }

    @Test
    void describesItselfInItsJar() throws IOException {
        jar("quick", "dep-1.0", null);
        jar(
                "quick",
                "store-2.5",
                "name=quick\ncontestant=a.B\nartifact=store\njvm_flags=-Xa  -Xb\n");
        PeerLibraries peers = new PeerLibraries(libraries, Map.of());
        MeasuredSystem system = peers.find("quick");
        assertEquals("a.B", system.contestant());
        assertEquals(List.of("-Xa", "-Xb"), system.jvmFlags());
        assertTrue(system.remoteClients() && !system.livesOn() && !system.memoryLog());
        assertEquals("2.5", peers.version(system));
        assertNull(missing(peers, "quick"));
        assertTrue(peers.names().contains("quick"));
    }

    @Test
    void tellsWhetherItHasPartitions() throws IOException {
        jar("split", "a", "name=split\ncontestant=a.B\npartitions=groups\nnote=It splits.\n");
        jar("whole", "b", "name=whole\ncontestant=a.B\n");
        jar("wrong", "c", "name=wrong\ncontestant=a.B\npartitions=some\n");
        PeerLibraries peers = new PeerLibraries(libraries, Map.of());
        assertEquals(MeasuredSystem.Partitions.GROUPS, peers.find("split").partitions());
        assertEquals("It splits.", peers.find("split").note());
        assertEquals(MeasuredSystem.Partitions.NONE, peers.find("whole").partitions());
        assertTrue(
                missing(peers, "wrong")
                        .contains("partitions: expected none, one_group or groups, got some"));
    }

    @Test
    void brokenFileAndMissingJarDoNotAffectOtherSystems() throws IOException {
        jar("good", "a", "name=good\ncontestant=a.B\n");
        jar("broken", "a", "name=broken\n");
        jar("other", "a", "name=another\ncontestant=a.B\n");
        Files.createDirectories(libraries.resolve("unbuilt"));
        Files.writeString(Files.createDirectories(libraries.resolve("torn")).resolve("a.jar"), "?");
        PeerLibraries peers = new PeerLibraries(libraries, Map.of());
        assertNull(missing(peers, "good"));
        assertTrue(missing(peers, "broken").endsWith(": expected the key contestant"));
        assertTrue(missing(peers, "broken").contains("a.jar!" + MeasuredSystem.FILE));
        assertTrue(missing(peers, "other").endsWith("name: expected other, got another"));
        assertTrue(missing(peers, "unbuilt").contains("could not be fetched or built"));
        String torn = libraries.resolve("torn").resolve("a.jar") + ": ";
        assertTrue(missing(peers, "torn").startsWith(torn), missing(peers, "torn"));
        assertNull(peers.find("nobody"));
    }

    @Test
    void programMustBeThere() throws IOException {
        jar("store", "a", "name=store\ncontestant=a.B\nprogram=no-such-program\n");
        assertEquals(
                "there is no program no-such-program on the PATH; --no-such-program names one",
                missing(new PeerLibraries(libraries, Map.of()), "store"));
        Path named = Path.of("/opt/store");
        PeerLibraries with = new PeerLibraries(libraries, Map.of("no-such-program", named));
        assertNull(missing(with, "store"));
        assertEquals(
                List.of("-Dabcast.no-such-program=/opt/store"), with.flags(with.find("store")));
    }

    @ParameterizedTest
    @CsvSource({
        "contestant=a.B, here: expected the key name",
        "name=a, here: expected the key contestant",
        "name=a;contestant=b;lives_on=yes, 'here: lives_on: expected true or false, got yes'",
        "name=a;contestant=b;speed=1, 'here: expected the keys [name, contestant, traffic, artifact, jvm_flags, program, memory_log, lives_on, remote_clients, datagrams, protocol, partitions, note, also], got speed'",
        "name=\\u12, here: Malformed \\uxxxx encoding."
    })
    void saysWhatWasExpected(String text, String expected) {
        byte[] file = text.replace(';', '\n').getBytes(UTF_8);
        IOException e =
                assertThrows(
                        IOException.class,
                        () -> MeasuredSystem.read(new ByteArrayInputStream(file), "here", null));
        assertEquals(expected, e.getMessage());
    }
}

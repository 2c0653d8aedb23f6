package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a receiver that cannot write a file under its name fails before the source sends any block. */
final class NamesTest {
    @TempDir Path directory;

    private static Catalog catalog(String... names) {
        List<Catalog.Entry> files = new ArrayList<>();
        for (String name : names) files.add(new Catalog.Entry(name, 1_000, 7));
        return new Catalog(5, 1, 99, 4, 512, files);
    }

    private static CompletableFuture<BulkReport> send(BulkTransfer source, Catalog catalog) {
        return source.send(catalog, new Zeros(catalog), Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u007fb",
                "a\u0085b",
                "a\u202eb",
                "\u2066a",
                "\u200fa",
                "a\u061c",
                "a\u2028b",
                "\ud800"
            })
    void deceptiveNameIsRefusedOnEverySystem(String name) {
        assertNotNull(Names.fault(name, false));
        String shown = Names.shown("file " + name + " is here");
        assertTrue(shown.chars().allMatch(c -> c >= ' ' && c < 0x7f), shown);
        assertTrue(shown.contains("\\u"), shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a b.c",
                "\u00e4",
                "\u65e5\u672c",
                "\ud83d\ude00",
                "CON",
                "a:b",
                "-",
                "~"
            })
    void otherNamesAreAccepted(String name) {
        assertNull(Names.fault(name, false));
        assertEquals(name, Names.shown(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "CON", "con.txt", "Lpt1.a.b", "a.", "a ", "a?", "a|b", "nul"})
    void windowsRefusesFurtherNames(String name) {
        assertNotNull(Names.fault(name, true));
        assertNull(Names.fault("console", true));
    }

    @Test
    void sourceRefusesADeceptiveName() throws Exception {
        Path file = BulkMembers.file(directory.resolve("a\u007fb"), 1_000, 1);
        try (BulkMembers members = new BulkMembers(2, directory)) {
            CompletableFuture<BulkReport> sent = members.source().send(file);
            ExecutionException e =
                    assertThrows(ExecutionException.class, () -> sent.get(1, TimeUnit.SECONDS));
            assertEquals(
                    "file \"a\\u007fb\": expected a name without control characters",
                    e.getCause().getMessage());
        }
    }

    /** Simulates a source of an earlier release, which does not check the names of files. */
    @Test
    void reportOfTheSourceNamesFileMemberAndReason() throws Exception {
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            Catalog catalog = catalog("good", "a\u202eb");
            BulkReport report = members.await(send(members.source(), catalog));
            assertEquals(
                    Map.of(
                            2,
                            "file \"a\\u202eb\": expected a name without characters that change the direction of text"),
                    report.failed());
            assertEquals(0, report.figures().sent(), "blocks were sent");
            assertTrue(
                    members.notes.stream()
                            .allMatch(line -> line.chars().allMatch(c -> c >= ' ' && c < 0x7f)),
                    members.notes::toString);
            try (Stream<Path> left = Files.list(members.directory(2))) {
                assertEquals(List.of(), left.toList());
            }
        }
    }

    private String tried(Set<String> taken, String... names) {
        NameCheck check =
                new NameCheck(
                        path -> {
                            String name = path.getFileName().toString();
                            if (name.startsWith("bad"))
                                throw new FileSystemException(name, null, "Invalid argument");
                            if (!taken.add(Names.folded(name)))
                                throw new FileAlreadyExistsException(name);
                            Files.createFile(path);
                        });
        Path at = directory.resolve("names");
        FileSystemException e =
                assertThrows(FileSystemException.class, () -> check.tryNames(catalog(names), at));
        assertFalse(Files.exists(at));
        return e.getMessage();
    }

    @Test
    void namesThatTheFileSystemConfusesAreRefused() {
        assertEquals(
                "file \"README\": expected names that differ, the file system takes it for \"readme\"",
                tried(new HashSet<>(), "other", "readme", "README"));
        assertEquals(
                "file \"a\u0308\": expected names that differ, the file system takes it for \"\u00e4\"",
                tried(new HashSet<>(), "\u00e4", "a\u0308"));
        String longName = "bad" + "x".repeat(Names.PLAIN_BYTES_MAX);
        assertEquals(
                "file \"" + longName + "\": the file system cannot write it: Invalid argument",
                tried(new HashSet<>(), "good", longName));
    }

    @Test
    void namesThatTheFileSystemDistinguishesArrive() throws Exception {
        Set<String> created = new HashSet<>();
        Path at = directory.resolve("names");
        Files.createDirectory(at);
        Files.createFile(at.resolve("left"));
        new NameCheck(path -> created.add(path.getFileName().toString()))
                .tryNames(catalog("a", "A", "plain"), at);
        assertEquals(Set.of("a", "A"), created);
        assertFalse(Files.exists(at));
    }

    /**
     * The file system accepts the bytes of the name, but the JVM of a process with the locale C cannot encode the name.
     */
    @Test
    void nameThatTheLocaleCannotWriteIsRefused() throws Exception {
        try (BulkMembers members = new BulkMembers(2, directory)) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"));
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.addAll(List.of(InLocaleC.class.getName(), members.directory(2).toString()));
            members.addresses.values().forEach(a -> command.add(Integer.toString(a.getPort())));
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().remove("LANG");
            builder.environment().put("LC_ALL", "C");
            builder.redirectErrorStream(true).redirectOutput(directory.resolve("output").toFile());
            Process receiver = builder.start();
            try {
                BulkReport report = members.await(send(members.source(), catalog("\u00e4")));
                String why = report.failed().get(2);
                assertNotNull(why, () -> report + " " + members.notes);
                assertTrue(
                        why.startsWith(
                                "file \"\u00e4\": expected a name that the locale of this member can write"),
                        why);
            } finally {
                receiver.destroyForcibly().waitFor();
            }
        }
    }

    static final class InLocaleC {
        private InLocaleC() {}

        public static void main(String[] args) throws IOException {
            Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
            for (int id = 1; id < args.length; id++)
                addresses.put(
                        id,
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), Integer.parseInt(args[id])));
            try (BulkTransfer member = BulkTransfer.open(BulkSettings.of(2, addresses))) {
                member.receive(Path.of(args[0])).join();
            }
        }
    }
}

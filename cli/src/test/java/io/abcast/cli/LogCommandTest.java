package io.abcast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.LogInspector;
import io.abcast.log.Storage;
import io.abcast.log.StorageLimits;
import io.abcast.log.Storages;
import io.abcast.sim.QuietCompletions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the commands that inspect a data directory, on a log of three segments. */
final class LogCommandTest {
    @TempDir Path parent;
    private Path dir;
    private String out;
    private String err;

    @BeforeEach
    void writeALog() throws IOException {
        dir = parent.resolve("member");
        try (Storage storage = open()) {
            storage.recover(new QuietCompletions());
            for (int i = 1; i <= 30; i++) {
                storage.append(
                        new Entry(
                                Zxid.of(1, i),
                                2,
                                i,
                                ("payload " + i).getBytes(StandardCharsets.UTF_8)));
                if (i % 5 == 0) storage.flush();
            }
        }
    }

    private Storage open() {
        return Storages.open(
                Durability.FILE,
                dir,
                1,
                Membership.of(1, 2, 3),
                new StorageLimits(512, 1 << 20, 0),
                note -> {});
    }

    private int run(String... args) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine line = Main.commandLine(List.of(new LogCommand()));
        line.setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));
        int code = line.execute(args);
        out = output.toString();
        err = errors.toString();
        return code;
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(f -> f.toString().endsWith(".abl")).sorted().toList();
        }
    }

    private long cutFiles() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(f -> f.toString().endsWith(".cut")).count();
        }
    }

    private void damage(Path file, int offset) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void verifyListsSegmentsOfAGoodLog() {
        assertEquals(0, run("log", "verify", dir.toString()));
        assertTrue(out.contains("server 1 of members 1,2,3"), out);
        assertTrue(out.contains("entries  1:1.."), out);
        assertTrue(out.contains("A member would start from this directory."), out);
    }

    @Test
    void verifyNamesFileAndOffsetOfDamage() throws IOException {
        damage(segments().get(1), 100);
        assertEquals(1, run("log", "verify", dir.toString(), "--json", "-"));
        assertTrue(out.contains("\"damaged\":true"), out);
        assertTrue(out.contains(segments().get(1).getFileName().toString()), out);
        assertTrue(out.matches("(?s).*at offset [0-9]+: record checksum: expected.*"), out);
    }

    @Test
    void dumpPrintsEntriesUpToTheDamage() throws IOException {
        assertEquals(0, run("log", "dump", dir.toString(), "--payload", "text"));
        assertEquals(31, out.lines().count());
        assertTrue(out.contains("1:7 2 7 9 payload 7"), out);
        damage(segments().get(1), 100);
        assertEquals(1, run("log", "dump", dir.toString()));
        assertTrue(err.contains("intact only up to here"), err);
    }

    @Test
    void repairCutsOnlyWithYesAndSavesWhatItCuts() throws IOException {
        List<Path> before = segments();
        damage(before.get(1), 100);
        assertEquals(1, run("log", "repair", dir.toString()));
        assertTrue(out.contains("Nothing was changed"), out);
        assertEquals(before, segments());

        assertEquals(0, run("log", "repair", dir.toString(), "--yes"));
        assertTrue(out.contains("after its next start it does not vote"), out);
        assertEquals(before.subList(0, 2), segments());
        assertEquals(0, run("log", "verify", dir.toString()), () -> out);
        assertTrue(out.contains("note: " + dir.resolve("repaired")), out);
        assertEquals(2, cutFiles(), "the end of one segment and all of the other");
        assertEquals(0, run("log", "repair", dir.toString(), "--yes"));
        assertTrue(out.contains("nothing to cut"), out);
        try (Storage storage = open()) {
            long last = storage.recover(new QuietCompletions()).lastZxid();
            assertTrue(last >= Zxid.of(1, 12) && last < Zxid.of(1, 24), Zxid.toString(last));
        }
    }

    @Test
    void repairRefusesADirectoryInUse() throws IOException {
        try (Storage storage = open()) {
            storage.recover(new QuietCompletions());
            assertEquals(1, run("log", "repair", dir.toString()));
            assertTrue(err.contains("in use"), err);
        }
    }

    @Test
    void verifyReportsThatAMemberUsesTheDirectory() throws IOException {
        try (Storage storage = open()) {
            storage.recover(new QuietCompletions());
            assertEquals(0, run("log", "verify", dir.toString()));
            assertTrue(out.contains("note: " + dir + " is in use by a member"), out);
        }
        assertEquals(0, run("log", "verify", dir.toString()));
        assertTrue(!out.contains("in use"), out);
    }

    @Test
    void verifyReportsEachFileThatItReads() throws IOException {
        List<String> read = new ArrayList<>();
        LogInspector.verify(dir, read::add);
        for (Path segment : segments())
            assertTrue(read.contains(segment.getFileName().toString()), read::toString);
    }

    @Test
    void repairRefusesADirectoryOfNoMember() throws IOException {
        Path foreign = Files.createDirectory(parent.resolve("foreign"));
        Files.writeString(foreign.resolve("letter.txt"), "hello");
        assertEquals(1, run("log", "repair", foreign.toString(), "--yes"));
        assertTrue(err.contains("expected the data directory of a member"), err);
        try (Stream<Path> files = Files.list(foreign)) {
            assertEquals(List.of(foreign.resolve("letter.txt")), files.toList());
        }
    }

    @Test
    void repairReportsDamageThatCuttingDoesNotFix() throws IOException {
        Path snapshot;
        try (Stream<Path> files = Files.list(dir)) {
            snapshot =
                    files.filter(f -> f.getFileName().toString().startsWith("snapshot-"))
                            .findFirst()
                            .orElseThrow();
        }
        for (Path file : List.of(dir.resolve("state"), snapshot)) {
            byte[] good = Files.readAllBytes(file);
            damage(file, 20);
            assertEquals(1, run("log", "repair", dir.toString(), "--yes"), file::toString);
            assertTrue(out.contains("nothing to cut"), out);
            assertTrue(out.contains("damaged: " + file), out);
            assertTrue(out.contains("a member would not start"), out);
            assertEquals(1, run("log", "repair", dir.toString(), "--json", "-"));
            assertTrue(out.contains("\"problems\":[\"" + file), out);
            Files.write(file, good);
        }
        assertEquals(0, run("log", "repair", dir.toString()), () -> out);
    }

    @Test
    void repairReportsThatAnUnfinishedWriteNeedsNoRepair() throws IOException {
        List<Path> segments = segments();
        Path last = segments.get(segments.size() - 1);
        byte[] bytes = Files.readAllBytes(last);
        int end = bytes.length;
        while (bytes[end - 1] == 0) end--;
        // A torn tail (unfinished write) after the last sync mark, as a crash in the middle of a
        // write leaves it.
        byte[] torn = Arrays.copyOf(bytes, end + 40);
        Arrays.fill(torn, end, end + 40, (byte) 7);
        Files.write(last, torn);
        assertEquals(1, run("log", "repair", dir.toString()));
        assertTrue(out.contains("a start cuts it as well"), out);
        assertTrue(!out.contains("does not vote"), out);
        assertEquals(0, run("log", "verify", dir.toString()), () -> out);
    }

    @Test
    void aPathThatIsNoDirectoryIsOneLine() {
        assertEquals(1, run("log", "verify", parent.resolve("none").toString()));
        assertTrue(err.contains("expected a data directory"), err);
        assertEquals(2, run("log"));
    }
}

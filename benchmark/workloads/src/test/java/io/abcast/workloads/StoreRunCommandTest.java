package io.abcast.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class StoreRunCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir Path directory;

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("store"));
        all.addAll(List.of(arguments));
        CommandLine line = CommandLines.of(new StoreCommand());
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return line.execute(all.toArray(String[]::new));
    }

    private void assertWrong(String message, String... arguments) {
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        assertEquals(2, run(all.toArray(String[]::new)));
        assertEquals("abcast store run: " + message, err.toString().strip());
    }

    @Test
    void allRunsAreComparedAndReported() throws Exception {
        Path json = directory.resolve("run.json");
        int code =
                run(
                        "run",
                        "--workload",
                        "micro",
                        "--partitions",
                        "3",
                        "--keys",
                        "100",
                        "--transactions",
                        "2000",
                        "--seed",
                        "4",
                        "--workers",
                        "1,3",
                        "--replicas",
                        "2",
                        "--dump",
                        directory.resolve("dump").toString(),
                        "--json",
                        json.toString());
        assertEquals(0, code, err::toString);
        assertTrue(out.toString().contains("digests: equal in all runs"), out::toString);
        String document = Files.readString(json);
        assertTrue(document.contains("\"command\":\"store run\""), document);
        assertTrue(document.contains("\"digests_equal\":true"), document);
        assertTrue(document.contains("\"workers\":3"), document);
        assertEquals(
                Files.readString(directory.resolve("dump/B-1/record.csv")),
                Files.readString(directory.resolve("dump/B-2/record.csv")));
        assertEquals(101, Files.readAllLines(directory.resolve("dump/C-2/record.csv")).size());
    }

    @Test
    void wrongUsageIsOneLine() throws Exception {
        assertWrong("--partitions: expected 1 to 1000, got 0", "--partitions", "0");
        assertWrong("--workload: expected tpcc or micro, got ycsb", "--workload", "ycsb");
        assertWrong("--tpcc: expected thesis or spec, got full", "--tpcc", "full");
        assertWrong("--transactions: expected 1 to 10000000, got 0", "--transactions", "0");
        assertWrong("--workers: expected 1 to 256, got 0", "--workers", "1,0");
        assertWrong("--workers: expected different numbers, got [2, 2]", "--workers", "2,2");
        assertWrong("--keys: expected --workload micro with it, got tpcc", "--keys", "5");
        String[] micro = {"--workload", "micro"};
        assertWrong("--span: expected 2 to 2, got 3", with(micro, "--span", "3"));
        assertWrong(
                "--multi: expected 0 with one partition, got 5",
                with(micro, "--partitions", "1", "--multi", "5"));
        assertWrong("--multi: expected 0 to 100, got 101", with(micro, "--multi", "101"));
        assertWrong("--keys: expected 10 to 100000000, got 3", with(micro, "--keys", "3"));
        assertWrong(
                "--hot-keys: expected 0 to 10, got 11",
                with(micro, "--keys", "20", "--hot-keys", "11"));
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertWrong(
                "--dump: expected a directory or a new name, got " + file,
                with(micro, "--dump", file.toString()));
        assertEquals(2, run());
    }

    @Test
    void rowsThatDoNotFitIntoTheHeapAreRefusedAtOnce() {
        err.getBuffer().setLength(0);
        assertEquals(2, run("run", "--partitions", "1000"));
        assertTrue(
                err.toString().contains("--partitions: expected rows that fit into the heap"),
                err::toString);
    }

    private static String[] with(String[] some, String... more) {
        List<String> all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}

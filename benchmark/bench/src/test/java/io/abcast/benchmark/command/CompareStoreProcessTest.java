package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

/** Compares systems with the transactional store, with real processes and few rows. */
@Tag("process")
@Isolated
final class CompareStoreProcessTest {
    private static final String PEERS = "abcast.peers";
    private static final String ROOT = "abcast.root";

    @TempDir Path directory;

    private String root;

    @BeforeEach
    void nameTheRoot() {
        System.setProperty(PEERS, directory.toString());
        root = System.setProperty(ROOT, Path.of("../..").toAbsolutePath().toString());
    }

    @AfterEach
    void forgetTheRoot() {
        System.clearProperty(PEERS);
        if (root == null) System.clearProperty(ROOT);
        else System.setProperty(ROOT, root);
    }

    @Test
    @Timeout(400)
    void tpccRunsOnCamuOnOneGroupAndOnTwoPhaseCommit() throws Exception {
        String json = compare("abcast:CAMU,one-zab,2pc", "--workload", "tpcc", "--scale", "200,30");
        assertEquals(3, count("\"dumps_equal\":true", json), json);
        assertTrue(json.contains("2 warehouses in 1 partitions"), json);
        assertEquals(3 * 3 * 14, count("\"holds\":true", json), json);
        // Only two-phase commit may abort attempts; under CAMU and one-zab, only procedures abort
        // transactions.
        assertEquals(2, count("\"aborted_attempts\":0,", json), json);
        assertEquals(2, count("\"to\":\"abcast:CAMU\"", json), json);
    }

    @Test
    @Timeout(400)
    void microRunsOnBothWithMultisOnly() throws Exception {
        String json =
                compare(
                        "2pc,camu-pb,one-zab",
                        "--workload",
                        "micro",
                        "--multi",
                        "100",
                        "--hot-keys",
                        "3");
        assertEquals(3, count("\"dumps_equal\":true", json), json);
        assertFalse(json.contains("\"holds\":false"), json);
        assertEquals(3, count("\"aborted_attempts\":", json), json);
    }

    private String compare(String systems, String... more) throws Exception {
        Path file = directory.resolve("figures.json");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine all = CommandLines.of(new CompareCommand());
        all.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        String[] options = {
            "compare",
            "--systems",
            systems,
            "--partitions",
            "2",
            "--clients",
            "12",
            "--runs",
            "1",
            "--warmup",
            "2",
            "--duration",
            "2",
            "--server-heap",
            "160m",
            "--server-flag",
            "-XX:TieredStopAtLevel=1",
            "--server-flag",
            "-XX:+UseSerialGC",
            "--json",
            file.toString()
        };
        String[] arguments = new String[options.length + more.length];
        System.arraycopy(options, 0, arguments, 0, options.length);
        System.arraycopy(more, 0, arguments, options.length, more.length);
        assertEquals(0, all.execute(arguments), () -> err.toString() + out);
        assertTrue(out.toString().contains("committed/s"), out::toString);
        return Files.readString(file).replaceAll("(?<=[:,{\\[\\]}])\\s+|\\s+(?=[\\]}])", "");
    }

    private static int count(String part, String text) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}

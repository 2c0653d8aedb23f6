package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class PapersCommandTest {
    private StringWriter out;
    private StringWriter err;

    @BeforeEach
    void fresh() {
        out = new StringWriter();
        err = new StringWriter();
    }

    @Test
    void printsOursBesideTheThesis() {
        assertEquals(0, run("--table", "absolute", "--runs", "2", "--writes", "200"));
        assertTrue(out.toString().contains("absolute figures"), out::toString);
        assertTrue(out.toString().contains(" 4046 "), out::toString);
        assertTrue(out.toString().contains("±"), out::toString);
    }

    @Test
    void sameSeedPrintsTheSame() {
        String[] arguments = {"--table", "absolute", "--runs", "1", "--writes", "200"};
        run(arguments);
        String first = out.toString();
        fresh();
        run(arguments);
        assertEquals(first, out.toString());
    }

    @Test
    void jsonHasEveryCell() {
        assertEquals(
                0, run("--table", "absolute", "--runs", "1", "--writes", "100", "--json", "-"));
        String json = out.toString();
        assertTrue(json.startsWith("{\"paper\":\"zab\",\"item\":\"table absolute\",\"cells\":[{"));
        assertTrue(
                json.contains(
                        "\"row\":\"250\",\"column\":\"3\",\"measure\":\"abdeliveries/s\",\"ours\":"),
                json);
        assertTrue(json.contains("\"paper\":4046.0}"), json);
    }

    @Test
    void reportIsOneFile(@TempDir Path dir) throws IOException {
        Path report = dir.resolve("new");
        String[] arguments = {
            "--table", "absolute", "--runs", "1", "--writes", "100", "--report", report.toString()
        };
        assertEquals(0, run(arguments));
        String html = Files.readString(report.resolve("report.html"));
        assertTrue(html.contains("Table absolute"), html);
    }

    @Test
    void wrongUsageSaysWhatWasExpected() {
        assertEquals(2, run("--table", "9.9"));
        assertTrue(
                err.toString().contains("--table 9.9: expected one of ") && oneLine(),
                err::toString);
        fresh();
        assertEquals(2, run());
        assertTrue(err.toString().contains("expected either --table or --all") && oneLine());
        fresh();
        assertEquals(2, run("--all", "--table", "5.1"));
        fresh();
        assertEquals(2, run("--all", "--runs", "0"));
    }

    private boolean oneLine() {
        return err.toString().strip().lines().count() == 1;
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "papers";
        all[1] = "zab";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return CommandLines.of(new PapersCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }
}

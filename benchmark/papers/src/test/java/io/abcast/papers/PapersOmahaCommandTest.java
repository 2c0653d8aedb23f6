package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class PapersOmahaCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "papers";
        all[1] = "omaha";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return CommandLines.of(new PapersCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    @Test
    void printsOursBesideThePaper() {
        assertEquals(0, run("--table", "IV", "--runs", "1", "--instances", "200"));
        assertTrue(out.toString().contains("Table IV"), out::toString);
        assertTrue(out.toString().contains("RTT/4"), out::toString);
        assertTrue(out.toString().contains("bytes saved %"), out::toString);
        assertTrue(out.toString().contains("40 of IP and TCP"), out::toString);
    }

    @Test
    void jsonHasEveryCell() {
        assertEquals(0, run("--table", "V", "--runs", "1", "--instances", "200", "--json", "-"));
        String json = out.toString();
        assertTrue(
                json.startsWith(
                        "{\"paper\":\"omaha\",\"item\":\"table V\",\"cells\":[{\"row\":\"Low\",\"column\":\"RTT/4\","),
                json);
        assertTrue(json.contains("\"measure\":\"latency added %\""), json);
        assertTrue(json.contains("\"leaders\":\"random\""), json);
        assertEquals(24, json.split("\"paper\":[0-9]", -1).length - 1);
    }

    @Test
    void theReportHasPlots(@TempDir Path dir) throws IOException {
        String[] arguments = {
            "--figure", "6", "--runs", "1", "--instances", "200", "--report", dir.toString()
        };
        assertEquals(0, run(arguments));
        String html = Files.readString(dir.resolve("report.html"));
        assertTrue(html.contains("<svg"), html);
        assertTrue(html.contains("10 % lost"), html);
    }

    @Test
    void theReportOfATableHasATableAndAPlot(@TempDir Path dir) throws IOException {
        String[] arguments = {
            "--table", "iv", "--runs", "1", "--instances", "200", "--report", dir.toString()
        };
        assertEquals(0, run(arguments));
        String html = Files.readString(dir.resolve("report.html"));
        assertTrue(html.contains("<table>") && html.contains("<svg"), html);
        assertTrue(html.contains("<td>RTT/4") || html.contains("<th>RTT/4"), html);
        assertTrue(html.contains("High, paper"), html);
    }

    @Test
    void wrongUsageSaysWhatWasExpected() {
        assertEquals(2, run("--table", "VI"));
        assertTrue(
                err.toString().contains("--table VI: expected one of II, III, IV, V"),
                err::toString);
        assertEquals(2, run());
        assertEquals(2, run("--all", "--figure", "2"));
        assertEquals(2, run("--all", "--instances", "100"));
        assertEquals(2, run("--all", "--runs", "0"));
        assertEquals(2, run("--sockets", "--all"));
        assertEquals(2, run("--sockets", "--mix", "on"));
        assertTrue(
                err.toString().contains("--mix on: expected one of on-on, on-off, off-on, off-off"),
                err::toString);
        assertEquals(2, run("--table", "II", "--mix", "on-on"));
        assertEquals(2, run("--sockets", "--safe-quorums"));
        assertTrue(err.toString().contains("--safe-quorums: expected no --sockets"), err::toString);
    }
}

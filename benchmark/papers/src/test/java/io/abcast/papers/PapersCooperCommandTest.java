package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PapersCooperCommandTest {
    private StringWriter out;
    private StringWriter err;

    @BeforeEach
    void fresh() {
        out = new StringWriter();
        err = new StringWriter();
    }

    @Test
    void printsEveryWayAndSchedule() {
        assertEquals(
                0, run("--rounds", "--nodes", "20", "--blocks", "16", "--runs", "3", "--variants"));
        for (String way : List.of("cycles", "paths", "two accumulators", "random block"))
            assertTrue(out.toString().contains(way), out::toString);
        for (String schedule : List.of("SEQUENTIAL", "OVERLAP_1", "OVERLAP_2", "STAGGERED"))
            assertTrue(out.toString().contains(schedule), out::toString);
        assertTrue(
                out.toString().contains("every run within k + ceil(log2 n) + 3 rounds"),
                out::toString);
    }

    @Test
    void jsonHasMeanAndMaxBesideThePaper() {
        String[] arguments = {
            "--rounds", "--nodes", "20", "--blocks", "200", "--runs", "1", "--json", "-"
        };
        assertEquals(0, run(arguments));
        String first = out.toString();
        assertTrue(first.startsWith("{\"paper\":\"cooper\",\"item\":\"rounds\""), first);
        assertTrue(
                first.contains(
                        "\"row\":\"n=20\",\"column\":\"k=200\",\"measure\":\"excess rounds"
                                + " mean\",\"ours\":"),
                first);
        assertTrue(first.contains("\"measure\":\"excess rounds max\""), first);
        assertTrue(first.contains("\"paper\":4}"), first);
        fresh();
        run(arguments);
        assertEquals(first, out.toString(), "same seed, same figures");
    }

    @Test
    void figureHasOursBesideTheThesis() {
        String[] arguments = {
            "--figure", "6.13", "--runs", "1", "--coding-rate", "4000", "--json", "-"
        };
        assertEquals(0, run(arguments));
        String first = out.toString();
        assertTrue(first.startsWith("{\"paper\":\"cooper\",\"item\":\"figure 6.13\""), first);
        assertTrue(first.contains("\"column\":\"file 2\",\"measure\":\"last node, s\""), first);
        assertTrue(first.contains("\"paper\":128.0}"), first);
        fresh();
        run(arguments);
        assertEquals(first, out.toString(), "same seed, same figures");
    }

    @Test
    void wrongUsageSaysWhatWasExpected() {
        assertEquals(2, run());
        assertTrue(
                err.toString().contains("expected one of --rounds, --figure and --all"),
                err::toString);
        fresh();
        assertEquals(2, run("--rounds", "--nodes", "1"));
        assertTrue(err.toString().contains("--nodes: expected 2 to "), err::toString);
        fresh();
        assertEquals(2, run("--rounds", "--runs", "0"));
        fresh();
        assertEquals(2, run("--figure", "6.1"));
        assertTrue(err.toString().contains("expected one of 3.1, 6.3"), err::toString);
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "papers";
        all[1] = "cooper";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return CommandLines.of(new PapersCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }
}

package io.abcast.cast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.BitRateConverter;
import io.abcast.command.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class CompareCastCommandTest {
    private final StringWriter err = new StringWriter();

    @Test
    void wrongOptionsAreOneLineWithWhatWasExpected() {
        assertWrong("--systems: expected ", "--systems", "bittorrent");
        assertWrong("--systems: expected each once, got chain twice", "--systems", "chain,chain");
        assertWrong(
                "--disturb: expected none, slow-host, killed, loss, late, got rain",
                "--disturb",
                "rain");
        assertWrong(
                "--hosts: expected 4 to 200, got 3", "--disturb", "none,killed", "--hosts", "3");
        assertWrong("--hosts: expected 2 to 200, got 201", "--hosts", "201");
        assertWrong("--size: expected at least 1 byte, got 0", "--size", "0");
        assertWrong("--rate: expected at least 1mbit, got 1000bit", "--rate", "1kbit");
        assertWrong("Invalid value for option '--rate': 'fast' is not a rate", "--rate", "fast");
        assertWrong("--runs: expected 1 to 1000, got 0", "--runs", "0");
        assertWrong("--congestion: expected a name such as cubic, got x;y", "--congestion", "x;y");
    }

    @Test
    void ratesHaveUnitsOfAThousand() throws Exception {
        BitRateConverter rate = new BitRateConverter();
        assertEquals(100_000_000L, rate.convert("100mbit"));
        assertEquals(1_000_000_000L, rate.convert("1gbit"));
        assertEquals(9_600L, rate.convert("9600bit"));
    }

    private void assertWrong(String expected, String... options) {
        err.getBuffer().setLength(0);
        CommandLine all = CommandLines.of(new CompareCastCommand());
        all.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true));
        String[] arguments = new String[options.length + 1];
        arguments[0] = "compare-cast";
        System.arraycopy(options, 0, arguments, 1, options.length);
        assertEquals(2, all.execute(arguments), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("abcast compare-cast: " + expected), err::toString);
    }
}

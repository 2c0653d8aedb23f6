package io.abcast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.zab.coin.FollowUps;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CoinCommandTest {
    private static final String NUMBER = "(-?[0-9.]+(?:E-?[0-9]+)?)";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({"3, 2, 0.499", "5, 4, 0.25", "9, 8, 0.01", "63, 62, 1.0E-7"})
    void writesTheFollowUpsThatTheMathematicsGives(int servers, int followers, double p) {
        run("--servers", "" + servers, "--p", "" + p, "--json", "-");
        double w = new FollowUps(servers).expected(p);
        assertEquals(
                "{\"servers\":"
                        + servers
                        + ",\"n\":"
                        + followers
                        + ",\"p\":"
                        + p
                        + ",\"W\":"
                        + w
                        + "}",
                printed());
    }

    @Test
    void endsOfTheScaleAreZeroAndInfinity() {
        run("--servers", "3", "--p", "1", "--json", "-");
        assertEquals("{\"servers\":3,\"n\":2,\"p\":1.0,\"W\":0.0}", printed());
        run("--servers", "3", "--p", "0", "--json", "-");
        assertEquals("{\"servers\":3,\"n\":2,\"p\":0.0,\"W\":\"Infinity\"}", printed());
    }

    /** EL-Sanosi 2018, table F.9, for 10 % writes: P1 = 0.019, P2 = 0.499, p = 0.259 (choice a). */
    @Test
    void writesTheRangeAndItsChoices() {
        run(load("3", "2030", "0.013", "--theta", "2030", "--delta", "0.001", "--json", "-"));
        Matcher fields =
                Pattern.compile(
                                "\\{\"P1\":N,\"P2\":N,\"feasible\":true,\"u\":N,\"a\":N,\"aa\":N}"
                                        .replace("N", NUMBER))
                        .matcher(printed());
        assertTrue(fields.matches(), out::toString);
        double[] expected = {0.019, 0.499, 0.499, 0.259, 0.139};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], Double.parseDouble(fields.group(i + 1)), 0.0005 + 1e-12);
        }
    }

    @Test
    void reportsThatNoProbabilityIsFeasible() {
        run(load("5", "488", "0.001", "--delta", "0.001", "--json", "-"));
        assertEquals(
                "{\"P1\":1.0,\"P2\":0.249,\"feasible\":false,\"u\":1.0,\"a\":1.0,\"aa\":1.0}",
                printed());
        run(load("5", "488", "0.001", "--delta", "0.001"));
        assertTrue(
                printed()
                        .contains(
                                "No p is feasible, because the coin would deliver later than Zab"),
                out::toString);
    }

    @Test
    void choiceAddsItsProbability() {
        run(load("5", "2000", "0.02", "--delta", "0.001", "--choice", "u", "--json", "-"));
        assertTrue(printed().endsWith(",\"choice\":\"u\",\"p\":0.249}"), out::toString);
        run(load("5", "2000", "0.02", "--delta", "0.001", "--choice", "u"));
        assertTrue(printed().contains("p  = 0.249000 by choice u"), out::toString);
        assertFalse(printed().contains("choice a"), out::toString);
    }

    @Test
    void thetaIsLambdaAndDeltaAHundredthIfAbsent() {
        run(load("5", "2000", "0.02", "--theta", "2000", "--delta", "0.01", "--json", "-"));
        String told = printed();
        run(load("5", "2000", "0.02", "--json", "-"));
        assertEquals(told, printed());
    }

    @Test
    void timesMayCarryAUnit() {
        run(load("5", "2000", "0.02", "--json", "-"));
        String seconds = printed();
        for (String time : List.of("20ms", "20000us", "20000000ns", "0.02s")) {
            run(load("5", "2000", time, "--json", "-"));
            assertEquals(seconds, printed());
        }
    }

    @Test
    void jsonFileStandsBesideTheText(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("coin.json");
        run("--servers", "5", "--p", "1", "--json", file.toString());
        assertEquals("{\"servers\":5,\"n\":4,\"p\":1.0,\"W\":0.0}\n", Files.readString(file));
        assertTrue(printed().contains("W(p) = 0.0 abcasts"), out::toString);
        int code =
                execute("--servers", "5", "--p", "1", "--json", dir.resolve("no/file").toString());
        assertEquals(1, code);
        assertTrue(err.toString().startsWith("abcast coin: cannot write --json "), err::toString);
    }

    @Test
    void wrongUsageIsOneLineWithWhatWasExpected() {
        assertWrongUsage("Missing required option: '--servers=N'", "--p", "0.5");
        assertWrongUsage("expected --p, or all of --lambda, --delay and --D", "--servers", "5");
        assertWrongUsage(
                "expected --p, or all of --lambda, --delay and --D",
                "--servers",
                "5",
                "--lambda",
                "100");
        assertWrongUsage(
                "--p: expected --p with --servers only, or --lambda, --delay and --D instead of --p",
                "--servers",
                "5",
                "--p",
                "0.5",
                "--lambda",
                "100");
        assertWrongUsage(
                "servers: expected an odd number in 3..63, got 4", "--servers", "4", "--p", "0.5");
        assertWrongUsage(
                "p: expected a probability in 0..1, got 1.5", "--servers", "5", "--p", "1.5");
        assertWrongUsage(
                "p: expected a probability in 0..1, got NaN", "--servers", "5", "--p", "NaN");
        assertWrongUsage(
                "Invalid value for option '--p': 'half' is not a double",
                "--servers",
                "5",
                "--p",
                "half");
        assertWrongUsage(
                "Invalid value for option '--delay': '1 hour' is not a time; expected seconds, or a"
                        + " unit: 0.02, 20ms, 150us",
                load("5", "100", "1 hour"));
        assertWrongUsage(
                "lambda: expected a finite figure of 0 or more, got -1.0", load("5", "-1", "0.1"));
        assertWrongUsage(
                "delta: expected at least 1.0E-9 and below 1, got 0.0",
                load("5", "100", "0.1", "--delta", "0"));
        assertWrongUsage(
                "Invalid value for option '--choice': expected one of [U, A, AA] (case-insensitive)"
                        + " but was 'b'",
                load("5", "100", "0.1", "--choice", "b"));
    }

    private static String[] load(String servers, String lambda, String delay, String... more) {
        String[] args = {"--servers", servers, "--lambda", lambda, "--delay", delay, "--D", "1"};
        String[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    private void assertWrongUsage(String message, String... args) {
        assertEquals(2, execute(args));
        assertEquals("abcast coin: " + message, err.toString().strip());
        assertEquals("", out.toString());
    }

    private void run(String... args) {
        assertEquals(0, execute(args), err::toString);
        assertEquals("", err.toString());
    }

    private String printed() {
        return out.toString().strip();
    }

    private int execute(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = new String[args.length + 1];
        all[0] = "coin";
        System.arraycopy(args, 0, all, 1, args.length);
        return Main.commandLine(List.of(new CoinCommand()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}

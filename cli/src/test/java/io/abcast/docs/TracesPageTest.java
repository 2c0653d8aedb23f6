package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the traces in docs/events-and-effects.md equal real traces of the simulation, in a shortened form. */
final class TracesPageTest {
    private static final String PAGE = "docs/events-and-effects.md";
    private static final Pattern LINE = Pattern.compile(" *([0-9.]+) (#[0-9]) (.*)");
    private static final Pattern FRAME = Pattern.compile("Frame\\[session=.*?, body=(.*)]$");
    private static final Pattern ZXID =
            Pattern.compile("\\b(zxid|\\w*Zxid|commit)=([0-9]+)(?![0-9:])");
    private static final Pattern REQUEST =
            Pattern.compile("[0-9]#([0-9a-f]+),|(?<=SUBMIT )([0-9a-f]+)");
    private static final Pattern FORWARD = Pattern.compile("Forward\\[.*");

    private static final Pattern NOISE =
            Pattern.compile("P[io]ng\\[|START |candidate=0|TIMER 2 ?$");

    private static final String[] TIMERS = {
        "vote", "settle", "heartbeat", "phase", "toss", "stuck", "commit"
    };

    private static final Map<String, Predicate<String>> SHOWN =
            Map.of(
                    "start", line -> !line.contains("#2 "),
                    "write", line -> true,
                    "crash", line -> !line.contains("-> #3 Vote"),
                    "snapshot", line -> !line.contains("#2 "));

    private static Scenario play(String name) {
        ZabConfig config = ZabConfig.defaults();
        return switch (name) {
            case "start" -> new Scenario(config).listen().formed();
            case "write" -> new Scenario(config).formed().listen().submit(1, 5).runMillis(10);
            case "crash" -> {
                Scenario scenario = new Scenario(config).formed().listen().submit(1, 5);
                scenario.runUntil(() -> scenario.status(1).lastZxid() > 0).crash(3);
                yield scenario.runUntil(() -> scenario.status(1).deliveredZxid() > 0);
            }
            case "snapshot" -> {
                Scenario scenario = new Scenario(smallSnapshots()).formed().crash(1);
                for (int i = 0; i < 8; i++) scenario.submit(3, 100).runMillis(20);
                yield scenario.listen().start(1).runUntil(() -> scenario.isActive(1)).runMillis(1);
            }
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static ZabConfig smallSnapshots() {
        ZabConfig d = ZabConfig.defaults();
        return new ZabConfig(
                d.batching(),
                d.bootstrap(),
                d.joining(),
                d.payloadBytesMax(),
                d.pendingMax(),
                d.pendingBytesMax(),
                d.outstandingBytesMax(),
                d.windowBytesMax(),
                d.proposalBytesMax(),
                d.cacheBytesMax(),
                256,
                32,
                d.voteIntervalNanos(),
                d.finalizeWaitNanos(),
                d.heartbeatNanos(),
                d.electionTimeoutNanos(),
                d.phaseNanos(),
                d.commitWaitNanos());
    }

    /**
     * In the shortened trace, times count from its beginning, session numbers are removed, zxids become epoch:counter,
     * and requests get the names r1, r2 and so on.
     */
    private static List<String> shorten(List<String> lines, Predicate<String> shown) {
        List<String> found = new ArrayList<>();
        Map<String, String> requests = new LinkedHashMap<>();
        double begin = -1;
        for (String line : lines) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) continue;
            double millis = 1000 * Double.parseDouble(parts.group(1));
            if (begin < 0) begin = millis;
            String what = FRAME.matcher(parts.group(3)).replaceFirst("$1");
            what = FORWARD.matcher(what).replaceFirst("Forward[1 request]");
            what = what.replaceAll("=[BJ]\\[]", "=...");
            what = ZXID.matcher(what).replaceAll(TracesPageTest::zxid);
            what = REQUEST.matcher(what).replaceAll(request -> number(request, requests));
            if (what.startsWith("TIMER")) what = "TIMER " + TIMERS[what.charAt(6) - '0'];
            if (what.startsWith("MESSAGE")) what = what.replaceFirst("\\[.*", "");
            what = what.replaceFirst("^MESSAGE from (#.) (.*)", "$2 from $1").stripTrailing();
            String text = String.format("%8.2f %s %s", millis - begin, parts.group(2), what);
            if (!NOISE.matcher(line).find() && shown.test(text)) found.add(text);
        }
        return found;
    }

    private static String zxid(MatchResult field) {
        return field.group(1) + "=" + Zxid.toString(Long.parseLong(field.group(2)));
    }

    private static String number(MatchResult match, Map<String, String> requests) {
        String id = match.group(1) == null ? match.group(2) : match.group(1);
        String name = requests.computeIfAbsent(id, k -> "r" + (requests.size() + 1));
        return match.group().replace(id, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "write", "crash", "snapshot"})
    void traceOnThePageIsTheRealTrace(String name) throws IOException {
        String begin = "<!-- trace: " + name + " -->\n```text\n";
        String end = "\n```";
        String trace = String.join("\n", shorten(play(name).lines(), SHOWN.get(name)));
        String page = Documents.read(PAGE);
        String found = Documents.between(page, begin, end);
        if (Boolean.getBoolean("abcast.docs.write"))
            Files.writeString(
                    Documents.ROOT.resolve(PAGE),
                    page.replace(begin + found + end, begin + trace + end));
        else
            assertEquals(
                    trace,
                    found,
                    PAGE
                            + " is out of date; this test writes it again with -Dabcast.docs.write=true");
    }
}

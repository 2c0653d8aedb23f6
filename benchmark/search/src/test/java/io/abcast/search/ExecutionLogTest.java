package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.Ordering;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A checker that knows only their documented format checks the lines of output of {@code sim replay --executions}. */
@Execution(ExecutionMode.CONCURRENT)
final class ExecutionLogTest {
    private static List<String> lines(String protocol, int members, long seed) {
        FuzzSettings settings = FuzzSettings.of(SearchedProtocols.of(protocol, members), members);
        ExecutionLog log = ExecutionLog.of(settings.subject());
        FuzzResult result = new FuzzCampaign(settings).run(seed);
        assertTrue(result.passed(), result::report);
        return log.isRenewed() ? List.of() : log.lines();
    }

    @Tag("search")
    @ParameterizedTest
    @ValueSource(strings = {Ordering.EPAXOS, EpaxosFamily.KEYS})
    void linesShowOneOrderOfInterferingRequests(String protocol) {
        Map<String, Integer> paths = new TreeMap<>();
        Map<String, Integer> kinds = new TreeMap<>();
        for (long seed = 1; seed <= 12; seed++) {
            List<String> lines = lines(protocol, seed % 2 == 0 ? 5 : 3, seed);
            ExecutionChecker checker = new ExecutionChecker();
            assertEquals(List.of(), checker.check(lines), "seed " + seed);
            checker.paths().forEach((path, count) -> paths.merge(path, count, Integer::sum));
            checker.kinds().forEach((kind, count) -> kinds.merge(kind, count, Integer::sum));
        }
        assertEquals("[fast, nop, recovered, slow]", paths.keySet().toString());
        assertEquals("[crash, snapshot, submit]", kinds.keySet().toString());
    }

    @Test
    void keysAreAllIfEverythingInterferes() {
        for (String line : lines(Ordering.EPAXOS, 3, 2))
            if (line.contains("\"seq\"")) assertTrue(line.contains("\"keys\":{\"*\":\"w\"}"), line);
    }

    @Test
    void aSeedGivesTheSameLinesTwice() {
        assertEquals(lines(EpaxosFamily.KEYS, 3, 5), lines(EpaxosFamily.KEYS, 3, 5));
    }

    @Test
    void aWrongLineIsFound() {
        List<String> lines = lines(Ordering.EPAXOS, 3, 2);
        int at = -1;
        for (int i = 0; i < lines.size(); i++) if (lines.get(i).contains("\"seq\":4,")) at = i;
        String text = lines.get(at);
        List<String> hole = new ArrayList<>(lines);
        hole.remove(at);
        assertFalse(new ExecutionChecker().check(hole).isEmpty());
        List<String> other = new ArrayList<>(lines);
        other.set(at, text.replaceAll("\"path\":\"[a-z]*\"", "\"path\":\"quick\""));
        assertFalse(new ExecutionChecker().check(other).isEmpty());
        List<String> blind = new ArrayList<>(lines);
        for (int i = 0; i < blind.size(); i++)
            blind.set(
                    i,
                    blind.get(i)
                            .replaceAll(
                                    "\"deps\":.*,\"path\"",
                                    "\"deps\":[],\"frontier\":[],\"path\""));
        assertFalse(new ExecutionChecker().check(blind).isEmpty());
    }

    @Test
    void executionsOfOtherProtocolsAreRefused() {
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ExecutionLog.of(SearchedProtocols.of(Ordering.PAXOS, 3)));
        assertNull(e.getCause());
        assertEquals("expected EPAXOS, got PAXOS", e.getMessage());
    }
}

package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.abcast.sim.Coverage;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The stored seeds of each protocol must reach every fault, message, phase and situation. A file lists exceptions with
 * reasons; the test fails if a corpus reaches an excepted situation.
 */
@Execution(ExecutionMode.CONCURRENT)
final class CoverageTest {
    private static final Map<String, Coverage> MET = new ConcurrentHashMap<>();

    static List<String> protocols() {
        return SearchedProtocols.names();
    }

    @ParameterizedTest
    @MethodSource("protocols")
    void corpusReachesEveryCounter(String protocol) {
        Coverage met = MET.computeIfAbsent(protocol, CoverageTest::run);
        check(protocol, met, Corpora.of(protocol).command());
    }

    @Test
    void corporaOfTheZabFamilyTogetherReachEveryCounter() {
        Coverage all = new Coverage(ZabCoverageGoals.INSTANCE);
        for (String protocol : SearchedProtocols.zabFamily())
            all.add(MET.computeIfAbsent(protocol, CoverageTest::run));
        check(Corpora.ZAB_FAMILY, all, Corpora.of(ZabFamily.MIXED).command());
    }

    private static Coverage run(String protocol) {
        Coverage met = null;
        for (Corpus.Run run : Corpora.of(protocol).runs()) {
            Subject subject = SearchedProtocols.of(protocol, run.members());
            if (met == null) met = new Coverage(subject.coverageGoals());
            FuzzSettings settings = FuzzSettings.of(subject, run.members());
            FuzzResult result = new FuzzCampaign(settings, met).run(run.seed());
            assertEquals("", result.report(), () -> "seed " + run.seed() + " of " + protocol);
        }
        return met;
    }

    private static void check(String name, Coverage met, String command) {
        Set<String> missing = new TreeSet<>(met.unmetNames());
        missing.removeAll(Corpora.exceptions(name));
        Set<String> needless = Corpora.exceptions(name);
        needless.removeAll(met.unmetNames());
        List<String> faults = new ArrayList<>();
        if (!missing.isEmpty())
            faults.add(
                    "%s: the corpus does not reach: %s. Write the corpus again, from more seeds if necessary:%n  %s"
                            .formatted(name, String.join(", ", missing), command));
        if (!needless.isEmpty())
            faults.add(
                    "%s: the corpus reaches exceptions of %s: %s. Remove these lines."
                            .formatted(name, Corpora.EXCEPTIONS, String.join(", ", needless)));
        if (!faults.isEmpty()) fail(String.join("\n", faults));
    }
}

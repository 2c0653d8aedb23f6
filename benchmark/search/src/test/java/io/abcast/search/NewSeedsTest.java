package io.abcast.search;

import static org.junit.jupiter.api.Assertions.fail;

import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs 1,000 new seeds of each protocol. The property {@code -Dabcast.seeds=FIRST} repeats the seeds of an earlier
 * execution.
 */
@Tag("search")
@Execution(ExecutionMode.CONCURRENT)
final class NewSeedsTest {
    private static final String PROPERTY = "abcast.seeds";
    private static final int SEEDS = 1_000;

    private static final long FIRST_MAX = 1_000_000_000_000L;

    private static final long FIRST = first();

    static List<String> protocols() {
        return SearchedProtocols.names();
    }

    @ParameterizedTest
    @MethodSource("protocols")
    @Timeout(3_600)
    void newSeedsKeepEveryInvariant(String protocol) {
        System.out.println("first seed of " + protocol + ": " + FIRST);
        List<FuzzCampaign> ensembles = new ArrayList<>();
        for (int members : SearchedProtocols.members(protocol))
            ensembles.add(
                    new FuzzCampaign(
                            FuzzSettings.of(SearchedProtocols.of(protocol, members), members)));
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            int turn = (int) Long.remainderUnsigned(seed, ensembles.size());
            FuzzResult result = ensembles.get(turn).run(seed);
            if (!result.passed())
                fail("seed " + seed + " of " + protocol + "\n" + result.report() + "\n" + repeat());
        }
    }

    private static String repeat() {
        return "To repeat all seeds of this test:\n"
                + "  mvn -B -ntp -Pfull test -pl benchmark/search -am -Dtest=NewSeedsTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -D"
                + PROPERTY
                + "="
                + FIRST;
    }

    private static long first() {
        String given = System.getProperty(PROPERTY);
        if (given == null) return new SecureRandom().nextLong(FIRST_MAX);
        try {
            return Long.parseLong(given.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "-D" + PROPERTY + ": expected the first seed, got '" + given + "'", e);
        }
    }
}

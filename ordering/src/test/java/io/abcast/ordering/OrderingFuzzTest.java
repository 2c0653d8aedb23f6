package io.abcast.ordering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs random fault schedules of the ordering protocols, each from a seed. The message of a failed run contains the
 * command that runs its seed again.
 */
@Execution(ExecutionMode.CONCURRENT)
class OrderingFuzzTest {
    private final List<FuzzResult> failed = new ArrayList<>();
    private long ordered;

    @Tag("search")
    @ParameterizedTest
    @CsvSource({
        "PAXOS, 3, 1, 76",
        "PAXOS, 5, 1, 30",
        "FAST_PAXOS, 3, 1, 76",
        "FAST_PAXOS, 5, 1, 40"
    })
    void keepsEveryInvariantUnderAllFaults(String protocol, int nodes, long first, long last) {
        FuzzSettings settings = FuzzSettings.of(new OrderingSubject(protocol), nodes);
        long half = (first + last) / 2;
        run(settings.with(Durability.FSYNC), first, half);
        run(settings.with(Durability.MEMORY), half + 1, last);
        assertTrue(ordered > 10 * (last - first), "entries ordered: " + ordered);
    }

    /**
     * FBP tolerates one faulty member of six or seven, so two losses of votes without an admission leave too few voters
     * for a decision.
     */
    @ParameterizedTest
    @CsvSource({"FBP, 6, 1, 6", "FBP, 7, 1, 8"})
    void admitsMembersThatHaveLostTheirVotes(String protocol, int nodes, long first, long last) {
        OrderingSubject subject = new OrderingSubject(protocol);
        FuzzSettings settings = FuzzSettings.of(subject, nodes);
        long half = (first + last) / 2;
        run(settings.with(Durability.FSYNC), first, half);
        run(settings.with(Durability.MEMORY), half + 1, last);
        assertTrue(ordered > 10 * (last - first), "entries ordered: " + ordered);
        long admissions = subject.nodes.stream().mapToLong(n -> n.consensus().admissions()).sum();
        assertTrue(admissions > 0, "no member was admitted");
    }

    private void run(FuzzSettings settings, long first, long last) {
        new FuzzCampaign(settings)
                .run(
                        first,
                        last,
                        result -> {
                            ordered += result.cluster().history().ordered();
                            if (!result.passed()) failed.add(result);
                        });
        assertEquals(
                "",
                failed.isEmpty()
                        ? ""
                        : failed.size() + " failed, the first:\n" + failed.get(0).report());
    }
}

package io.abcast.ordering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.log.Durability;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fault schedules from seeds; a failure prints the command that runs its seed again. */
@Execution(ExecutionMode.CONCURRENT)
class OrderingFuzzTest {
    private final List<FuzzResult> failed = new ArrayList<>();
    private long ordered;

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

    /** Of seven, one may be faulty, and all others are needed: so nobody loses its storage for good here. */
    @ParameterizedTest
    @CsvSource({"FBP, 6, 1, 5", "FBP, 7, 1, 8"})
    void keepsEveryInvariantUnderTheFaultsThatLeaveAllMembers(
            String protocol, int nodes, long first, long last) {
        Set<Fault> faults =
                EnumSet.complementOf(
                        EnumSet.of(Fault.ROT, Fault.MISDIRECT, Fault.FOREIGN, Fault.FORGET));
        FuzzSettings settings = FuzzSettings.of(new OrderingSubject(protocol), nodes).with(faults);
        run(settings.with(Durability.FSYNC), first, last);
        assertTrue(ordered > 10 * (last - first), "entries ordered: " + ordered);
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

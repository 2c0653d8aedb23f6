package io.abcast.sim.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.sim.ScheduleFilter;
import io.abcast.sim.Shrunk;
import io.abcast.sim.Trace;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.groups.SequencerNode.Defect;
import io.abcast.sim.groups.check.DeliveriesFile;
import io.abcast.sim.groups.check.DeliveriesRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests simulated random runs with several groups. */
@Execution(ExecutionMode.CONCURRENT)
final class GroupFuzzRunTest {
    private static final int SEEDS = 60;

    private static GroupFuzzCampaign campaign(Defect defect, int partitions) {
        return new GroupFuzzCampaign(
                GroupFuzzSettings.of(new SequencerSubject(defect), partitions, 1));
    }

    @Test
    void theFixturePassesUnderAllFaults() {
        GroupFuzzCampaign campaign = campaign(Defect.NONE, 3);
        for (long seed = 1; seed <= SEEDS; seed++) {
            GroupFuzzResult result = campaign.run(seed);
            assertTrue(result.passed(), result::report);
            assertFalse(result.excused(), result::parameters);
        }
        GroupCoverage coverage = campaign.coverage();
        for (GroupGoal goal :
                List.of(
                        GroupGoal.SINGLES_ANSWERED,
                        GroupGoal.MULTIS_ANSWERED,
                        GroupGoal.READS_ANSWERED,
                        GroupGoal.ORIGINS_OUTSIDE,
                        GroupGoal.SUBMITTED_AT_THE_INSTANT_OF_AN_ANSWER,
                        GroupGoal.RESULTS_THAT_CAME_LATER,
                        GroupGoal.RESTARTS_FROM_A_SNAPSHOT,
                        GroupGoal.SERVERS_WITH_SEVERAL_REPLICAS_CRASHED,
                        GroupGoal.PLACES_REPEATED_AFTER_A_RESTART,
                        GroupGoal.MESSAGES_BETWEEN_GROUPS_LOST,
                        GroupGoal.TAILS_LOST))
            assertTrue(coverage.sight(goal) > 0, () -> goal + "\n" + coverage.table());
    }

    @ParameterizedTest
    @CsvSource({
        "SWAPS, Acyclic",
        "ORDERS_REPEATS, Integrity",
        "NEVER_REPEATS, Progress",
        "ANSWERS_EARLY, Validity",
        "DELIVERS_EARLY, Prefix",
        "WRITES_THE_CLOCK, Contract",
        "FORGETS_STATE, Prefix"
    })
    void aDefectIsFound(Defect defect, String checker) {
        GroupFuzzCampaign campaign =
                new GroupFuzzCampaign(
                        GroupFuzzSettings.of(new SequencerSubject(defect), 3, 1)
                                .watchedBy(checker));
        for (long seed = 1; seed <= 10 * SEEDS; seed++)
            if (campaign.run(seed).violates(checker)) return;
        throw new AssertionError(
                defect + " passes " + checker + "\n" + campaign.coverage().table());
    }

    @Test
    void theSameSeedGivesTheSameTraceAndTheSameDeliveries() throws IOException {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        DeliveriesRecorder one = new DeliveriesRecorder();
        DeliveriesRecorder two = new DeliveriesRecorder();
        GroupFuzzResult a =
                campaign(Defect.NONE, 3)
                        .run(7, ScheduleFilter.ALL, new Trace(first::add), List.of(one));
        GroupFuzzResult b =
                campaign(Defect.NONE, 3)
                        .run(7, ScheduleFilter.ALL, new Trace(second::add), List.of(two));
        assertEquals(first, second);
        assertEquals(a.traceHash(), b.traceHash());
        assertEquals(a.traceHash(), campaign(Defect.NONE, 3).run(7).traceHash(), "without lines");
        assertNotEquals(a.traceHash(), campaign(Defect.NONE, 3).run(8).traceHash());
        StringBuilder lines = new StringBuilder();
        StringBuilder again = new StringBuilder();
        DeliveriesFile.write(one.lines(), lines);
        DeliveriesFile.write(two.lines(), again);
        assertFalse(lines.isEmpty());
        assertEquals(lines.toString(), again.toString());
    }

    @Test
    void aFailedRunIsReducedAndNamesTheCommandThatRepeatsIt() {
        GroupFuzzCampaign campaign = campaign(Defect.NEVER_REPEATS, 2);
        GroupFuzzResult failed = null;
        for (long seed = 1; failed == null; seed++) {
            GroupFuzzResult result = campaign.run(seed);
            if (result.violates(Checkers.PROGRESS)) failed = result;
        }
        Shrunk shrunk = campaign.shrink(failed);
        assertTrue(shrunk.after() < shrunk.before(), shrunk::report);
        assertTrue(
                shrunk.result()
                        .rerun()
                        .startsWith(
                                "./abcast sim replay --protocol SEQUENCER --partitions 2 --nodes 1 --seed "
                                        + failed.seed()
                                        + " --keep "),
                shrunk.result()::rerun);
        assertTrue(
                campaign.run(failed.seed(), shrunk.result().keep(), Trace.off())
                        .violates(Checkers.PROGRESS));
    }

    @Test
    void aRunWithoutFaultsPasses() {
        GroupFuzzSettings settings =
                GroupFuzzSettings.of(new SequencerSubject(Defect.NONE), 5, 1).with(Set.of());
        GroupFuzzResult result = new GroupFuzzCampaign(settings).run(3);
        assertTrue(result.passed(), result::report);
        assertTrue(result.rerun().endsWith(" --faults none"), result::rerun);
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        SequencerSubject subject = new SequencerSubject(Defect.NONE);
        assertThrows(IllegalArgumentException.class, () -> GroupFuzzSettings.of(subject, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> GroupFuzzSettings.of(subject, 27, 1));
    }
}

package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Refusal;
import io.abcast.log.Durability;
import io.abcast.sim.DiskFigures;
import io.abcast.sim.EnsembleMemory;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs Zab in simulations with random faults, which are drawn from seeds. If a run fails, the test prints the command
 * that runs the seed of this run again.
 */
@Tag("search")
@Execution(ExecutionMode.CONCURRENT)
class ZabFuzzTest {
    private final ZabSubject subject = new ZabSubject();

    private long messages;
    private long ordered;
    private long tailsLost;
    private int tornTails;
    private int startsRefused;
    private int snapshotsPutAside;
    private int majoritiesForgotten;
    private int newBeginnings;
    private long askedInVain;

    @ParameterizedTest
    @CsvSource({"3, FSYNC, 1, 250", "5, FSYNC, 241, 375", "3, MEMORY, 1, 400", "5, MEMORY, 1, 300"})
    void keepsEveryInvariantUnderAllFaults(
            int nodes, Durability durability, long first, long last) {
        run(FuzzSettings.of(subject, nodes).with(durability), first, last);

        ZabSubject.Coverage seen = subject.coverage;
        assertTrue(seen.diff > 100, "followers synchronised by DIFF: " + seen.diff);
        assertTrue(seen.trunc > 10, "by TRUNC: " + seen.trunc);
        assertTrue(seen.snap > 100, "by SNAP: " + seen.snap);
        assertTrue(seen.sessionsBroken > 10, "sessions broken: " + seen.sessionsBroken);
        assertTrue(seen.elections > 1_000, "elections: " + seen.elections);
        assertTrue(seen.dropped > 100, "messages dropped: " + seen.dropped);
        assertTrue(seen.logReads > 1_000, "reads of evicted entries: " + seen.logReads);
        assertTrue(seen.truncations > 10, "logs cut: " + seen.truncations);
        assertTrue(seen.snapshotsTaken > 1_000, "snapshots taken: " + seen.snapshotsTaken);
        assertTrue(seen.snapshotsInstalled > 100, "installed: " + seen.snapshotsInstalled);
        for (Refusal why : Refusal.values()) {
            // Only members of {@code EPAXOS} refuse requests with NO_QUORUM or INVALID_PAYLOAD.
            if (why == Refusal.NO_QUORUM || why == Refusal.INVALID_PAYLOAD) continue;
            assertTrue(seen.refusals.getOrDefault(why, 0) > 5, why + ": " + seen.refusals);
        }
        assertTrue(seen.unbatched > 20, "runs without batching: " + seen.unbatched);
        assertTrue(ordered > 10_000, "entries ordered: " + ordered);
        if (durability == Durability.FSYNC) {
            assertTrue(tailsLost > 50, "crashes that lost a tail: " + tailsLost);
            assertTrue(tornTails > 20, "unfinished writes cut: " + tornTails);
            assertTrue(startsRefused > 20, "starts refused: " + startsRefused);
            assertTrue(snapshotsPutAside > 0, "snapshots put aside: " + snapshotsPutAside);
        }
        if (durability == Durability.MEMORY) {
            assertTrue(majoritiesForgotten > 20, "majorities forgotten: " + majoritiesForgotten);
            assertTrue(newBeginnings > 10, "new beginnings: " + newBeginnings);
            assertTrue(askedInVain > 500, "questions without an answer: " + askedInVain);
        }
    }

    @Test
    void exhaustedEpochEndsTheLeadersRole() {
        AtomicLong ended = new AtomicLong();
        Rules shortEpochs =
                new Rules() {
                    @Override
                    int entriesMax() {
                        return 5;
                    }
                };
        Tap counting =
                new Tap() {
                    @Override
                    void reported(String line) {
                        if (line.contains("is used up")) ended.incrementAndGet();
                    }
                };
        ZabSubject small = new ZabSubject(shortEpochs, (id, members) -> counting);
        run(FuzzSettings.of(small, 3).with(Durability.FSYNC), 1, 200);

        assertTrue(ended.get() > 1_000, "epochs used up: " + ended);
    }

    @Test
    void keepsEveryInvariantWithoutFaults() {
        run(FuzzSettings.of(subject, 3).with(EnumSet.noneOf(Fault.class)), 1, 50);

        assertEquals(0, subject.coverage.sessionsBroken, "sessions broken");
    }

    @Test
    void sameSeedGivesTheSameTrace() {
        FuzzCampaign campaign = new FuzzCampaign(FuzzSettings.of(subject, 5));
        for (long seed = 1; seed <= 20; seed++) {
            assertEquals(
                    campaign.run(seed).traceHash(), campaign.run(seed).traceHash(), "seed " + seed);
        }
    }

    private void run(FuzzSettings settings, long first, long last) {
        List<FuzzResult> failed = new ArrayList<>();
        new FuzzCampaign(settings)
                .run(
                        first,
                        last,
                        result -> {
                            messages += result.cluster().messages();
                            ordered += result.cluster().history().ordered();
                            DiskFigures disks = result.cluster().disks();
                            tailsLost += disks.tailsLost();
                            tornTails += disks.tornTails();
                            startsRefused += disks.startsRefused();
                            snapshotsPutAside += disks.snapshotsPutAside();
                            EnsembleMemory memory = result.cluster().memory();
                            majoritiesForgotten += memory.majoritiesForgotten();
                            newBeginnings += memory.newBeginnings();
                            askedInVain += result.cluster().history().askedInVain();
                            if (!result.passed()) failed.add(result);
                        });
        subject.count();
        assertTrue(failed.isEmpty(), () -> failed.size() + " failed\n" + failed.get(0).report());
        assertTrue(messages > 0, "no message was sent");
    }
}

package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.log.FaultyDirectory.Lie;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests recovery after a power cut, or after a kill of the process, at any moment. Recovery must find all operations
 * that the storage reported as synced, and perhaps later operations, without a gap.
 */
@Execution(ExecutionMode.CONCURRENT)
final class CrashTest {
    private static final StorageLimits SMALL = new StorageLimits(600, 1 << 20, 256);
    private static final StorageLimits SMALL_WITHOUT_AHEAD = new StorageLimits(600, 1 << 20, 0);

    private static final class Member {
        final List<String> notes = new ArrayList<>();
        final Answers answers = new Answers();
        final Storage storage;
        Recovered recovered;
        List<Entry> log;

        Member(FaultyDirectory dir, StorageLimits limits) {
            storage =
                    new FileStorage(
                            dir,
                            1,
                            MEMBERS,
                            limits,
                            notes::add,
                            Histories.preparing(Histories.AT_ONCE));
        }

        Member recover() throws IOException {
            recovered = storage.recover(answers);
            log = new ArrayList<>();
            long after = recovered.logAfter();
            while (after < recovered.lastZxid()) {
                storage.readLog(after, 300);
                List<Entry> some = answers.read().entries();
                if (some.isEmpty())
                    throw new AssertionError("nothing after " + after + " of " + recovered);
                log.addAll(some);
                after = some.get(some.size() - 1).zxid();
            }
            return this;
        }
    }

    @Test
    void findsEverythingSyncedAfterAPowerCutAtAnyOperation() throws IOException {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        for (int life = 0; life < 4; life++) {
            long lifeSeed = seed + life;
            long operations = operationsOf(lifeSeed);
            for (long cut = 1; cut <= operations; cut++) live(lifeSeed, cut, true, Lie.NONE);
        }
    }

    @Test
    void findsEverythingWrittenAfterAKillAtAnyOperation() throws IOException {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        for (int life = 0; life < 2; life++) {
            long lifeSeed = seed + life;
            long operations = operationsOf(lifeSeed);
            for (long cut = 1; cut <= operations; cut++) live(lifeSeed, cut, false, Lie.NONE);
        }
    }

    @Test
    void dataRecoveredAfterAKillSurvivesAPowerCut() throws IOException {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        long operations = operationsOf(seed);
        for (long cut = 8; cut <= operations; cut++) {
            Random random = Histories.random(seed, 0);
            StorageLimits limits = limits(random);
            FaultyDirectory dir = new FaultyDirectory();
            Member killed = new Member(dir, limits);
            dir.cutPowerAt(cut);
            try {
                killed.recover();
            } catch (IOException e) {
                continue;
            }
            new CrashScript(random, killed.storage, killed.answers, killed.recovered, killed.log)
                    .run();
            killed.storage.close();
            dir.restartProcess();
            Member restarted = new Member(dir, limits).recover();
            FaultyDirectory left = dir.afterPowerCut(Histories.random(seed, cut));
            restarted.storage.close();
            Member last = new Member(left, limits).recover();
            String rerun = "cut " + cut + ": rerun with -Dabcast.seed=" + seed;
            assertEquals(restarted.recovered.snapshot(), last.recovered.snapshot(), rerun);
            assertEquals(restarted.recovered.lastZxid(), last.recovered.lastZxid(), rerun);
            assertArrayEquals(restarted.recovered.persisted(), last.recovered.persisted(), rerun);
            Histories.assertSame(restarted.log, last.log);
            last.storage.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FORCES_NO_FILE", "SYNCS_NO_NAMES"})
    void catchesASyncThatDoesNothing(Lie lie) throws IOException {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        long operations = operationsOf(seed);
        for (long cut = operations; cut >= 1; cut--) {
            try {
                live(seed, cut, true, lie);
            } catch (AssertionError caught) {
                return;
            }
        }
        fail("seed " + seed + ": no loss was found at any of " + operations + " power cuts");
    }

    private static long operationsOf(long seed) throws IOException {
        FaultyDirectory dir = new FaultyDirectory();
        Random random = Histories.random(seed, 0);
        Member member = new Member(dir, limits(random)).recover();
        new CrashScript(random, member.storage, member.answers, member.recovered, member.log).run();
        member.storage.close();
        return dir.operations();
    }

    private static StorageLimits limits(Random random) {
        return random.nextBoolean() ? SMALL : SMALL_WITHOUT_AHEAD;
    }

    private static void live(long seed, long cut, boolean power, Lie lie) throws IOException {
        try {
            Random random = Histories.random(seed, 0);
            Random fate = Histories.random(seed, cut);
            FaultyDirectory dir = new FaultyDirectory(lie);
            dir.cutPowerAt(cut);
            StorageLimits limits = limits(random);
            Member member = new Member(dir, limits);
            try {
                member.recover();
            } catch (IOException e) {
                assertTrue(dir.isOff(), () -> "failed with the power on: " + e);
                FaultyDirectory found = after(dir, fate, power);
                Member next = new Member(found, limits).recover();
                assertTrue(next.log.isEmpty(), "a directory that was never opened");
                next.storage.close();
                return;
            }
            CrashScript script =
                    new CrashScript(
                            random, member.storage, member.answers, member.recovered, member.log);
            script.run();
            FaultyDirectory found = after(dir, fate, power);
            member.storage.close();

            if (fate.nextInt(3) == 0) found = crashInRecovery(found, fate, limits, power);
            Member next = new Member(found, limits).recover();
            script.check(next.recovered, next.log, next.storage);

            CrashScript second =
                    new CrashScript(random, next.storage, next.answers, next.recovered, next.log);
            second.run();
            next.storage.close();
            Member last = new Member(found, limits).recover();
            second.check(last.recovered, last.log, last.storage);
            last.storage.close();
        } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "seed "
                            + seed
                            + ", cut "
                            + cut
                            + ", power "
                            + power
                            + ": rerun with -Dabcast.seed="
                            + seed,
                    e);
        }
    }

    private static FaultyDirectory crashInRecovery(
            FaultyDirectory found, Random fate, StorageLimits limits, boolean power)
            throws IOException {
        found.cutPowerAt(1 + fate.nextInt(8));
        Member interrupted = new Member(found, limits);
        try {
            interrupted.storage.recover(interrupted.answers);
            interrupted.storage.close();
        } catch (IOException e) {
            assertTrue(found.isOff(), () -> "failed with the power on: " + e);
        }
        return after(found, fate, power);
    }

    private static FaultyDirectory after(FaultyDirectory dir, Random fate, boolean power) {
        return power ? dir.afterPowerCut(fate) : dir.afterKill();
    }
}

package io.abcast.benchmark.twophase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.twophase.CommitSchedule.Done;
import io.abcast.load.RequestOutcome;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests random schedules of the two-phase commit for atomicity, strict serializability, and progress after crashes. */
final class CommitScheduleTest {
    private static final int SEEDS = 400;

    @Test
    void transactionsAreAtomicSerializableAndEndAfterCrashes() {
        long aborts = 0;
        int crashes = 0;
        int restores = 0;
        int waited = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            CommitSchedule schedule = checked(seed, true);
            aborts += schedule.aborts;
            crashes += schedule.crashes;
            restores += schedule.restores;
            waited += schedule.waited;
        }
        // Guard: the schedules must contain enough aborted transactions for the test to be
        // meaningful.
        assertTrue(aborts > SEEDS, aborts + " aborts");
        assertTrue(crashes > SEEDS / 2, crashes + " crashes");
        assertTrue(restores > SEEDS, restores + " restores");
        assertTrue(waited > SEEDS, waited + " snapshots while entries waited for locks");
    }

    @Test
    void woundsEndDeadlocksAndNoTransactionFails() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CommitSchedule schedule = checked(seed, false);
            for (Done done : schedule.transactions)
                assertEquals(RequestOutcome.OK, done.outcome, "seed " + seed);
        }
    }

    private static CommitSchedule checked(long seed, boolean hasFaults) {
        CommitSchedule schedule = new CommitSchedule(seed, hasFaults);
        try {
            schedule.run();
            check(schedule);
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
        return schedule;
    }

    private static void check(CommitSchedule schedule) {
        assertEquals(0, schedule.unfinished(), "transactions without an end");
        List<String> states = schedule.works.stream().map(BankWork::toString).toList();
        assertEquals(states, schedule.replayed(), "states of replicas");
        assertEquals(
                states,
                schedule.followingWorks.stream().map(BankWork::toString).toList(),
                "states of replicas from snapshots");
        long sum = 0;
        for (BankWork work : schedule.works)
            for (BankWork.Account account : work.accounts.values()) sum += account.balance;
        assertEquals(0, sum, "sum of the balances");
        Map<Long, Set<Long>> after = new TreeMap<>();
        for (Done done : schedule.transactions) {
            after.put(done.number, new TreeSet<>());
            if (!done.isRead) checkAtomic(schedule, done);
        }
        for (BankWork work : schedule.works)
            for (BankWork.Account account : work.accounts.values())
                for (int i = 1; i < account.transfers.size(); i++)
                    after.get(account.transfers.get(i - 1)).add(account.transfers.get(i));
        for (Done done : schedule.transactions)
            if (done.isRead && done.outcome == RequestOutcome.OK) orderRead(schedule, done, after);
        for (Done first : schedule.transactions)
            for (Done second : schedule.transactions)
                if (first.outcome == RequestOutcome.OK
                        && first.ended < second.begun
                        && (second.outcome == RequestOutcome.OK || isThere(schedule, second)))
                    after.get(first.number).add(second.number);
        assertAcyclic(after);
    }

    private static List<Long> list(CommitSchedule schedule, Done done, int part) {
        BankWork.Account account =
                schedule.works.get(done.partitions[part]).accounts.get(done.accounts[part]);
        return account == null ? List.of() : account.transfers;
    }

    private static boolean isThere(CommitSchedule schedule, Done done) {
        return !done.isRead && list(schedule, done, 0).contains(done.number);
    }

    private static void checkAtomic(CommitSchedule schedule, Done done) {
        int times = 0;
        for (int part = 0; part < done.partitions.length; part++)
            for (long each : list(schedule, done, part)) if (each == done.number) times++;
        assertTrue(
                times == 0 || times == done.partitions.length,
                () -> "transfer " + done.number + " is at a part of its partitions");
        if (done.outcome == RequestOutcome.OK)
            assertTrue(times > 0, () -> "the answered transfer " + done.number + " is lost");
    }

    private static void orderRead(CommitSchedule schedule, Done read, Map<Long, Set<Long>> after) {
        for (int part = 0; part < read.partitions.length; part++) {
            List<Long> all = list(schedule, read, part);
            List<Long> seen = read.seen.get(part);
            assertEquals(all.subList(0, seen.size()), seen, "what a transaction read");
            if (!seen.isEmpty()) after.get(seen.get(seen.size() - 1)).add(read.number);
            if (seen.size() < all.size()) after.get(read.number).add(all.get(seen.size()));
        }
    }

    static void assertAcyclic(Map<Long, Set<Long>> after) {
        Map<Long, Integer> before = new HashMap<>();
        after.keySet().forEach(each -> before.put(each, 0));
        after.values().forEach(all -> all.forEach(each -> before.merge(each, 1, Integer::sum)));
        ArrayDeque<Long> first = new ArrayDeque<>();
        before.forEach(
                (each, count) -> {
                    if (count == 0) first.add(each);
                });
        while (!first.isEmpty()) {
            long each = first.poll();
            before.remove(each);
            for (long next : after.get(each))
                if (before.merge(next, -1, Integer::sum) == 0) first.add(next);
        }
        assertEquals(Set.of(), before.keySet(), "transactions in a cycle");
    }
}

package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.torture.RegisterCheck.Verdict;
import io.abcast.torture.RegisterOp.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests that the linearizability check rejects every history that is not linearizable, and accepts every linearizable
 * history.
 */
final class RegisterCheckTest {
    private static final long STEPS = 1_000_000;

    private static RegisterOp write(long value, long start, long end) {
        return new RegisterOp(1, Kind.WRITE, value, 0, true, 1, start, end);
    }

    private static RegisterOp lost(Kind kind, long value, long expected, long start) {
        return new RegisterOp(1, kind, value, expected, false, 0, start, 0);
    }

    private static RegisterOp cas(long expected, long value, boolean done, long start, long end) {
        return new RegisterOp(1, Kind.CAS, value, expected, true, done ? 1 : 0, start, end);
    }

    private static RegisterOp remove(boolean done, long start, long end) {
        return new RegisterOp(1, Kind.REMOVE, 0, 0, true, done ? 1 : 0, start, end);
    }

    private static RegisterOp read(long value, long start, long end) {
        return RegisterOp.read(2, value, start, end);
    }

    private static void assertVerdict(Verdict expected, RegisterOp... ops) {
        assertEquals(expected, RegisterCheck.check(List.of(ops), STEPS));
    }

    @Test
    void acceptsASequentialHistory() {
        assertVerdict(Verdict.LINEARIZABLE);
        assertVerdict(
                Verdict.LINEARIZABLE,
                read(0, 0, 1),
                write(7, 2, 3),
                read(7, 4, 5),
                cas(7, 8, true, 6, 7),
                cas(7, 9, false, 8, 9),
                read(8, 10, 11),
                remove(true, 12, 13),
                remove(false, 14, 15),
                read(0, 16, 17));
    }

    @Test
    void acceptsEitherOrderOfConcurrentOperations() {
        assertVerdict(Verdict.LINEARIZABLE, write(1, 0, 10), read(0, 1, 2), read(1, 3, 4));
        assertVerdict(Verdict.LINEARIZABLE, write(1, 0, 10), write(2, 0, 10), read(2, 11, 12));
    }

    @Test
    void rejectsAStaleRead() {
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), write(2, 2, 3), read(1, 4, 5));
        // Once a client has read the new value of a register, no client may read the old value,
        // even if the write has not ended.
        assertVerdict(
                Verdict.VIOLATED, write(1, 0, 1), write(2, 2, 20), read(2, 3, 4), read(1, 5, 6));
    }

    @Test
    void rejectsALostWrite() {
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), read(0, 2, 3));
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), cas(1, 2, true, 2, 3), read(1, 4, 5));
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), remove(false, 2, 3));
    }

    @Test
    void rejectsADoubledWrite() {
        assertVerdict(
                Verdict.VIOLATED, write(1, 0, 1), write(2, 2, 3), read(2, 4, 5), read(1, 6, 7));
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), remove(true, 2, 3), remove(true, 4, 5));
    }

    @Test
    void rejectsAWrongComparison() {
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), cas(2, 3, true, 2, 3));
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), cas(1, 3, false, 2, 3));
    }

    @Test
    void rejectsAValueFromTheFuture() {
        assertVerdict(Verdict.VIOLATED, read(1, 0, 1), write(1, 2, 3));
    }

    @Test
    void unansweredOperationMayTakeEffectAtAnyLaterTimeOrNever() {
        assertVerdict(Verdict.LINEARIZABLE, lost(Kind.WRITE, 1, 0, 0), read(0, 2, 3));
        assertVerdict(
                Verdict.LINEARIZABLE, lost(Kind.WRITE, 1, 0, 0), read(0, 2, 3), read(1, 4, 5));
        assertVerdict(
                Verdict.LINEARIZABLE,
                write(1, 0, 1),
                lost(Kind.CAS, 2, 1, 2),
                lost(Kind.REMOVE, 0, 0, 3),
                read(2, 4, 5),
                read(0, 6, 7));
    }

    @Test
    void unansweredOperationTakesEffectAtMostOnceAndNotBeforeItBegan() {
        assertVerdict(Verdict.VIOLATED, read(1, 0, 1), lost(Kind.WRITE, 1, 0, 2));
        assertVerdict(
                Verdict.VIOLATED,
                lost(Kind.WRITE, 1, 0, 0),
                read(1, 2, 3),
                write(2, 4, 5),
                read(1, 6, 7));
        assertVerdict(Verdict.VIOLATED, write(1, 0, 1), lost(Kind.CAS, 3, 2, 2), read(3, 4, 5));
    }

    @Test
    void isUndecidedBeyondTheBoundOnSteps() {
        List<RegisterOp> ops = List.of(write(1, 0, 1), read(1, 2, 3));
        assertEquals(Verdict.UNDECIDED, RegisterCheck.check(ops, 1));
    }

    @Test
    void unseenWriteMayExplainAFailedComparisonAndASuccessfulRemoval() {
        assertVerdict(
                Verdict.LINEARIZABLE,
                write(1, 0, 1),
                lost(Kind.WRITE, 2, 0, 2),
                cas(1, 3, false, 3, 4),
                remove(true, 5, 6));
        assertVerdict(
                Verdict.LINEARIZABLE, lost(Kind.WRITE, 2, 0, 2), remove(true, 3, 4), read(0, 5, 6));
        // An operation that ended before a write began cannot have observed the written value.
        assertVerdict(
                Verdict.VIOLATED,
                write(1, 0, 1),
                cas(1, 3, false, 2, 3),
                lost(Kind.WRITE, 2, 0, 4));
        assertVerdict(Verdict.VIOLATED, remove(true, 0, 1), lost(Kind.WRITE, 2, 0, 2));
    }

    private static List<RegisterOp> history(int clients, int operations, long seed) {
        Random random = new Random(seed);
        List<RegisterOp> ops = new ArrayList<>();
        long[] free = new long[clients];
        long value = 0;
        for (int i = 1; i <= operations; i++) {
            long at = 100L * i;
            int client = random.nextInt(clients);
            if (free[client] >= at) continue;
            long start = Math.max(free[client] + 1, at - random.nextInt(300));
            long end = at + 1 + random.nextInt(300);
            free[client] = end;
            long before = value;
            int dice = random.nextInt(100);
            if (dice < 40) {
                ops.add(new RegisterOp(client, Kind.READ, 0, 0, true, value, start, end));
            } else if (dice < 80) {
                value = i;
                boolean known = random.nextInt(20) > 0;
                ops.add(new RegisterOp(client, Kind.WRITE, i, 0, known, 1, start, end));
            } else if (dice < 95) {
                boolean right = random.nextBoolean();
                if (right) value = i;
                long expected = right ? before : before + 1;
                boolean known = random.nextInt(20) > 0;
                ops.add(
                        new RegisterOp(
                                client, Kind.CAS, i, expected, known, right ? 1 : 0, start, end));
            } else {
                value = 0;
                long done = before == 0 ? 0 : 1;
                ops.add(new RegisterOp(client, Kind.REMOVE, 0, 0, true, done, start, end));
            }
        }
        Collections.shuffle(ops, random);
        return ops;
    }

    @Test
    void decidesHistoriesOfManyClients() {
        for (int seed = 0; seed < 20; seed++) {
            List<RegisterOp> ops = history(6, 1_000, seed);
            assertEquals(Verdict.LINEARIZABLE, RegisterCheck.check(ops, STEPS), "seed " + seed);
        }
    }

    @Test
    void findsOneWrongAnswerAmongManyRightOnes() {
        for (int seed = 0; seed < 20; seed++) {
            List<RegisterOp> ops = history(6, 1_000, seed);
            long last = 0;
            for (RegisterOp op : ops)
                if (op.kind() == Kind.WRITE && op.known()) last = Math.max(last, op.argument());
            RegisterOp first = null;
            for (RegisterOp op : ops)
                if (op.kind() == Kind.WRITE && op.known())
                    if (first == null || op.argument() < first.argument()) first = op;
            ops.add(read(first.argument(), 200_000, 200_001));
            assertTrue(first.argument() < last);
            assertEquals(Verdict.VIOLATED, RegisterCheck.check(ops, STEPS), "seed " + seed);
        }
    }
}

package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.epaxos.RequestTable.Outcome;
import io.abcast.ordering.log.Incarnation;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that each request takes effect once, and after its predecessors. */
class RequestTableTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final Incarnation FIRST = new Incarnation(1, 1);
    private static final Incarnation SECOND = new Incarnation(2, 2);

    private final RequestTable table = new RequestTable(MEMBERS);

    private static Request request(
            int origin, Incarnation incarnation, long number, Long... predecessors) {
        return Request.of(origin, incarnation, number, List.of(predecessors), new byte[1]);
    }

    @Test
    void aRequestTakesEffectOnce() {
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, FIRST, 7)));
        assertEquals(Outcome.REPEATED, table.execute(request(2, FIRST, 7)));
        assertEquals(Outcome.EFFECTIVE, table.execute(request(5, FIRST, 7)));
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, SECOND, 7)));
        assertEquals(Outcome.REPEATED, table.execute(request(2, FIRST, 7)));
        assertEquals(3, table.effective());
        assertTrue(table.isEffective(2, SECOND, 7));
        assertFalse(table.isEffective(9, SECOND, 7));
    }

    @Test
    void aRequestTakesEffectAfterItsPredecessors() {
        assertEquals(Outcome.EARLY, table.execute(request(2, FIRST, 3, 1L, 2L)));
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, FIRST, 2)));
        assertEquals(Outcome.EARLY, table.execute(request(2, FIRST, 3, 1L, 2L)));
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, SECOND, 1)));
        assertEquals(Outcome.EARLY, table.execute(request(2, FIRST, 3, 1L, 2L)));
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, FIRST, 1)));
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, FIRST, 3, 1L, 2L)));
    }

    /** A repeated request is never skipped as early, even if its origin names other predecessors. */
    @Test
    void aRepetitionIsRecognisedBeforeItsPredecessors() {
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, FIRST, 3)));
        assertEquals(Outcome.REPEATED, table.execute(request(2, FIRST, 3, 1L)));
    }

    /** A voter may propose a request of a learner even after the learner has restarted many times. */
    @Test
    void aRequestTakesEffectOnceAlsoAfterManyRestartsOfItsOrigin() {
        assertEquals(Outcome.EFFECTIVE, table.execute(request(2, FIRST, 7)));
        for (int i = 1; i <= 1_000; i++)
            assertEquals(Outcome.EFFECTIVE, table.execute(request(2, new Incarnation(9, i), 7)));
        assertEquals(Outcome.REPEATED, table.execute(request(2, FIRST, 7)));
    }

    @Test
    void theOldestIncarnationsAreForgotten() {
        for (int i = 1; i <= RequestTable.INCARNATIONS_MAX; i++)
            table.execute(request(2, new Incarnation(0, i), 5));
        table.execute(request(2, new Incarnation(0, 1), 6));
        table.execute(request(2, new Incarnation(0, 5_000), 5));
        assertTrue(table.isEffective(2, new Incarnation(0, 1), 5));
        assertFalse(table.isEffective(2, new Incarnation(0, 2), 5));
        assertTrue(table.isEffective(2, new Incarnation(0, 3), 5));
    }

    @Test
    void aTableIsReadAsItWasWritten() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            Incarnation incarnation = new Incarnation(0, 1 + random.nextInt(3));
            int origin = MEMBERS.id(random.nextInt(3));
            table.execute(request(origin, incarnation, 1 + random.nextInt(3_000)));
        }
        WireWriter out = new WireWriter(64);
        table.write(out);
        WireReader in = new WireReader(out.toByteArray());
        RequestTable read = RequestTable.read(in, MEMBERS);
        in.end();
        assertEquals(table.effective(), read.effective());
        for (int rank = 0; rank < 3; rank++)
            for (int i = 1; i <= 3; i++)
                for (long n = 1; n <= 3_001; n++) {
                    Incarnation incarnation = new Incarnation(0, i);
                    assertEquals(
                            table.isEffective(MEMBERS.id(rank), incarnation, n),
                            read.isEffective(MEMBERS.id(rank), incarnation, n));
                }
        WireWriter again = new WireWriter(64);
        read.write(again);
        assertTrue(Arrays.equals(out.toByteArray(), again.toByteArray()));
    }

    @Test
    void malformedTablesAreRefused() {
        table.execute(request(2, FIRST, 3));
        WireWriter out = new WireWriter(64);
        table.write(out);
        byte[] good = out.toByteArray();
        RequestTable.read(new WireReader(good), MEMBERS);
        byte[] version = good.clone();
        version[0] = 9;
        assertThrows(
                MalformedFrameException.class,
                () -> RequestTable.read(new WireReader(version), MEMBERS));
        assertThrows(
                MalformedFrameException.class,
                () -> RequestTable.read(new WireReader(good, 0, good.length - 1), MEMBERS));
    }

    // ---------------------------------------------------------------- EffectiveNumbers

    @Test
    void numbersAreThoseOfASet() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            EffectiveNumbers numbers = new EffectiveNumbers();
            TreeSet<Long> set = new TreeSet<>();
            for (int i = 0; i < 300; i++) {
                long number = 1L + random.nextInt(200);
                assertEquals(set.add(number), numbers.add(number));
                long asked = 1L + random.nextInt(202);
                assertEquals(set.contains(asked), numbers.contains(asked), () -> "seed " + asked);
                assertEquals(set.last(), numbers.highest());
            }
            WireWriter out = new WireWriter(16);
            numbers.write(out);
            WireReader in = new WireReader(out.toByteArray());
            EffectiveNumbers read = EffectiveNumbers.read(in);
            in.end();
            for (long n = 1; n <= 202; n++) assertEquals(set.contains(n), read.contains(n));
        }
    }

    @Test
    void numbersFarBelowTheHighestOneCountAsEffective() {
        EffectiveNumbers numbers = new EffectiveNumbers();
        numbers.add(3);
        numbers.add(5);
        numbers.add(EffectiveNumbers.SPAN + 1);
        assertTrue(numbers.contains(1));
        assertFalse(numbers.contains(2));
        numbers.add(EffectiveNumbers.SPAN + 3);
        assertTrue(numbers.contains(2));
        assertFalse(numbers.contains(4));
        numbers.add(10 * EffectiveNumbers.SPAN);
        assertTrue(numbers.contains(9 * EffectiveNumbers.SPAN));
        assertFalse(numbers.contains(9 * EffectiveNumbers.SPAN + 1));
        assertEquals(1, numbers.ranges());
    }

    @Test
    void malformedNumbersAreRefused() {
        long span = EffectiveNumbers.SPAN;
        long[][] good = {{0, 0}, {5, 1, 2, 0}, {5, 2, 2, 0, 2, 7}, {1, 1, span, 0}};
        for (long[] each : good) EffectiveNumbers.read(new WireReader(frame(each)));
        long[][] bad = {
            {-1, 0},
            {5, 1, 1, 0},
            {5, 1, 2, -1},
            {5, 2, 2, 0, 1, 0},
            {5, 1, 2},
            {0, 1, span, 1},
            {0, 1, span + 1, 0},
            {Long.MAX_VALUE, 1, 2, 0},
            {0, 100, 2, 0}
        };
        for (long[] each : bad)
            assertThrows(
                    MalformedFrameException.class,
                    () -> EffectiveNumbers.read(new WireReader(frame(each))),
                    Arrays.toString(each));
    }

    private static byte[] frame(long... numbers) {
        WireWriter out = new WireWriter(16);
        for (long number : numbers) out.varint(number);
        return out.toByteArray();
    }
}

package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Keys;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.epaxos.RequestTable.Outcome;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each request takes effect at most once, and only after its predecessors. */
class RequestTableTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final Incarnation FIRST = new Incarnation(1, 1);
    private static final Incarnation SECOND = new Incarnation(2, 2);

    private final RequestTable table = new RequestTable(MEMBERS);

    private static Request request(
            int origin, Incarnation incarnation, long number, Long... predecessors) {
        return Request.of(origin, incarnation, number, List.of(predecessors), new byte[1]);
    }

    private static Outcome execute(RequestTable table, Request request) {
        return table.execute(request, new InstanceId(request.origin() == 9 ? 5 : 9, 1));
    }

    @Test
    void aRequestTakesEffectOnce() {
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, FIRST, 7)));
        assertEquals(Outcome.REPEATED, execute(table, request(2, FIRST, 7)));
        assertEquals(Outcome.EFFECTIVE, execute(table, request(5, FIRST, 7)));
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, SECOND, 7)));
        assertEquals(Outcome.REPEATED, execute(table, request(2, FIRST, 7)));
        assertEquals(3, table.effective());
        assertTrue(table.isEffective(2, SECOND, 7));
        assertFalse(table.isEffective(9, SECOND, 7));
    }

    @Test
    void aRequestTakesEffectAfterItsPredecessors() {
        assertEquals(Outcome.EARLY, execute(table, request(2, FIRST, 3, 1L, 2L)));
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, FIRST, 2)));
        assertEquals(Outcome.EARLY, execute(table, request(2, FIRST, 3, 1L, 2L)));
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, SECOND, 1)));
        assertEquals(Outcome.EARLY, execute(table, request(2, FIRST, 3, 1L, 2L)));
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, FIRST, 1)));
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, FIRST, 3, 1L, 2L)));
    }

    @Test
    void aRepetitionIsRecognisedBeforeItsPredecessors() {
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, FIRST, 3)));
        assertEquals(Outcome.REPEATED, execute(table, request(2, FIRST, 3, 1L)));
    }

    @Test
    void aRequestTakesEffectOnceAlsoAfterManyRestartsOfItsOrigin() {
        assertEquals(Outcome.EFFECTIVE, execute(table, request(2, FIRST, 7)));
        for (int i = 1; i <= 1_000; i++)
            assertEquals(Outcome.EFFECTIVE, execute(table, request(2, new Incarnation(9, i), 7)));
        assertEquals(Outcome.REPEATED, execute(table, request(2, FIRST, 7)));
    }

    @Test
    void theOldestIncarnationsOfALearnerAreForgotten() {
        for (int i = 1; i <= RequestTable.PASSED_MAX; i++)
            execute(table, request(2, new Incarnation(0, i), 5));
        execute(table, request(2, new Incarnation(0, 1), 6));
        execute(table, request(2, new Incarnation(0, 5_000), 5));
        assertTrue(table.isEffective(2, new Incarnation(0, 1), 5));
        assertFalse(table.isEffective(2, new Incarnation(0, 2), 5));
        assertTrue(table.isEffective(2, new Incarnation(0, 3), 5));
    }

    @Test
    void anOwnIncarnationIsForgottenWhenAllItsInstancesAreExecuted() {
        table.execute(request(2, FIRST, 1), new InstanceId(2, 1));
        for (int i = 1; i <= 2_000; i++) {
            table.execute(request(2, new Incarnation(9, i), 1), new InstanceId(2, 2L + i));
            table.forget(rank -> 1);
        }
        assertEquals(2_001, table.incarnations(2));
        Request waiting = request(2, FIRST, 2, 1L);
        assertEquals(Outcome.EFFECTIVE, table.execute(waiting, new InstanceId(2, 2)));
        table.forget(rank -> 2_002);
        assertEquals(1, table.incarnations(2));
        assertTrue(table.isEffective(2, new Incarnation(9, 2_000), 1));
        table.forget(rank -> 5_000);
        assertEquals(1, table.incarnations(2));
    }

    private record Executed(InstanceId id, Request request, Keys keys, double time) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void membersDecideTheSameHoweverOftenOthersRestart(int seed) {
        Random random = new Random(seed);
        List<Executed> first = history(random);
        int n = first.size();
        first.sort(Comparator.comparingDouble(Executed::time));
        int[] waits = new int[n];
        List<List<Integer>> after = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            after.add(new ArrayList<>());
            for (int j = 0; j < i; j++)
                if (first.get(j).keys.interferes(first.get(i).keys)) {
                    after.get(j).add(i);
                    waits[i]++;
                }
        }
        double[] time = new double[n];
        for (int i = 0; i < n; i++) time[i] = i + (random.nextInt(10) == 0 ? random.nextInt(n) : 0);
        PriorityQueue<Integer> ready =
                new PriorityQueue<>(Comparator.comparingDouble(each -> time[each]));
        for (int i = 0; i < n; i++) if (waits[i] == 0) ready.add(i);
        List<Executed> second = new ArrayList<>();
        while (!ready.isEmpty()) {
            int next = ready.poll();
            second.add(first.get(next));
            for (int each : after.get(next)) if (--waits[each] == 0) ready.add(each);
        }
        assertEquals(n, second.size());
        assertEquals(outcomes(first), outcomes(second));
    }

    private static List<Executed> history(Random random) {
        List<Executed> all = new ArrayList<>();
        long[] opened = new long[3];
        for (int run = 1; run <= 1_300; run++)
            for (int origin : new int[] {2, 5}) {
                Incarnation incarnation = new Incarnation(origin, run);
                Keys keys = Keys.writing("key " + origin + " " + random.nextInt(2_000));
                for (long number = 1; number <= 2; number++) {
                    Request request =
                            number == 1
                                    ? request(origin, incarnation, 1)
                                    : request(origin, incarnation, 2, 1L);
                    int copies = origin == 5 && random.nextInt(10) == 0 ? 2 : 1;
                    for (int copy = 0; copy < copies; copy++) {
                        int opener = origin == 2 || copy == 1 ? 2 : 9;
                        long instance = ++opened[MEMBERS.rank(opener)];
                        InstanceId id = new InstanceId(opener, instance);
                        Keys its = RequestKeys.of(request, keys, RequestKeys.isPassed(request, id));
                        double late = random.nextInt(20) == 0 ? random.nextInt(8_000) : 0;
                        all.add(new Executed(id, request, its, all.size() + late));
                    }
                }
            }
        return all;
    }

    private static Map<InstanceId, Outcome> outcomes(List<Executed> order) {
        RequestTable table = new RequestTable(MEMBERS);
        Map<InstanceId, Outcome> outcomes = new TreeMap<>();
        long[] prefix = new long[3];
        for (Executed each : order) {
            outcomes.put(each.id, table.execute(each.request, each.id));
            for (int rank = 0; rank < 3; rank++)
                while (outcomes.containsKey(new InstanceId(MEMBERS.id(rank), prefix[rank] + 1)))
                    prefix[rank]++;
            table.forget(rank -> prefix[rank]);
            assertTrue(table.incarnations(5) <= RequestTable.PASSED_MAX);
            assertTrue(table.incarnations(2) <= 1 + outcomes.size() - prefix[0] - prefix[2]);
        }
        // The table has forgotten all incarnations of member 2 except the last one.
        assertEquals(1, table.incarnations(2));
        return outcomes;
    }

    @Test
    void aTableOfTheFirstVersionIsRead() {
        WireWriter out = new WireWriter(64).u8(1).varint(2);
        EffectiveNumbers numbers = new EffectiveNumbers();
        numbers.add(1);
        out.varint(1);
        FIRST.write(out);
        numbers.write(out);
        out.varint(0).varint(0);
        WireReader in = new WireReader(out.toByteArray());
        RequestTable read = RequestTable.read(in, MEMBERS);
        in.end();
        assertEquals(2, read.effective());
        InstanceId own = new InstanceId(2, 7);
        assertEquals(Outcome.REPEATED, read.execute(request(2, FIRST, 1), own));
        assertEquals(Outcome.EFFECTIVE, read.execute(request(2, FIRST, 2, 1L), own));
        assertEquals(Outcome.EFFECTIVE, read.execute(request(2, FIRST, 3, 1L, 2L), own));
    }

    @Test
    void aTableIsReadAsItWasWritten() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            Incarnation incarnation = new Incarnation(0, 1 + random.nextInt(3));
            int origin = MEMBERS.id(random.nextInt(3));
            Request next = request(origin, incarnation, 1 + random.nextInt(3_000));
            InstanceId own = new InstanceId(origin, 10 * incarnation.low() + random.nextInt(10));
            if (origin == 5) table.execute(next, own);
            else execute(table, next);
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
        execute(table, request(2, FIRST, 3));
        table.execute(request(2, FIRST, 4), new InstanceId(2, 1));
        table.execute(request(2, SECOND, 4), new InstanceId(2, 5));
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
        // Make the encoding malformed: the first instance of the second incarnation is not above
        // that of the first incarnation.
        byte[] order = good.clone();
        assertEquals(1, order[3]);
        order[3] = 5;
        assertThrows(
                MalformedFrameException.class,
                () -> RequestTable.read(new WireReader(order), MEMBERS));
    }

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

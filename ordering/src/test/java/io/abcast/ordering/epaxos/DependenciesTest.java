package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests that {@link Dependencies} contain the same instances as plain sets of ids, and that a change of the frontier
 * never changes the set X.
 */
class DependenciesTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final int ROUNDS = 3_000;

    private static final int NUMBERS = 40;

    private record Model(TreeSet<InstanceId> ids, long[] frontier) {
        static final Comparator<InstanceId> BY_ORIGIN =
                Comparator.comparingInt(InstanceId::origin).thenComparing(InstanceId::number);

        Model(long[] frontier) {
            this(new TreeSet<>(BY_ORIGIN), frontier);
        }

        boolean contains(InstanceId id) {
            return ids.contains(id) || id.number() <= frontier[MEMBERS.rank(id.origin())];
        }

        Model union(Model other) {
            Model all = new Model(frontier.clone());
            all.ids.addAll(ids);
            all.ids.addAll(other.ids);
            for (int rank = 0; rank < frontier.length; rank++)
                all.frontier[rank] = Math.max(frontier[rank], other.frontier[rank]);
            return all;
        }
    }

    private static long[] randomFrontier(Random random) {
        long[] frontier = new long[MEMBERS.size()];
        for (int rank = 0; rank < frontier.length; rank++) frontier[rank] = random.nextInt(10);
        return frontier;
    }

    private static Dependencies random(Random random, DependenciesBuilder builder, Model model) {
        builder.start(Dependencies.upTo(MEMBERS, model.frontier));
        int count = random.nextInt(30);
        for (int i = 0; i < count; i++) {
            int rank = random.nextInt(MEMBERS.size());
            int from = 1 + random.nextInt(NUMBERS);
            int length = random.nextInt(4);
            for (int n = from; n <= Math.min(NUMBERS, from + length); n++) {
                builder.add(rank, n);
                if (n > model.frontier[rank]) model.ids.add(new InstanceId(MEMBERS.id(rank), n));
            }
        }
        return builder.build();
    }

    private static void assertSame(Model model, Dependencies set) {
        assertEquals(List.copyOf(model.ids), set.ids());
        assertEquals(model.ids.size(), set.size());
        assertEquals(model.ids.isEmpty(), set.isEmpty());
        assertEquals(Arrays.toString(model.frontier), Arrays.toString(set.frontier()));
        for (int rank = 0; rank < MEMBERS.size(); rank++)
            for (int n = 1; n <= NUMBERS + 5; n++) {
                InstanceId id = new InstanceId(MEMBERS.id(rank), n);
                assertEquals(model.contains(id), set.contains(id), id::toString);
                assertEquals(model.ids.contains(id), set.names(id), id::toString);
            }
    }

    @Test
    void setsHaveTheElementsOfTheModel() {
        Random random = new Random(1);
        DependenciesBuilder builder = new DependenciesBuilder(MEMBERS);
        for (int round = 0; round < ROUNDS; round++) {
            Model a = new Model(randomFrontier(random));
            Model b = new Model(randomFrontier(random));
            Dependencies x = random(random, builder, a);
            Dependencies y = random(random, builder, b);
            assertSame(a, x);
            assertSame(a.union(b), x.union(y));
            assertEquals(x.union(y), y.union(x));
            assertEquals(x.union(y).hashCode(), y.union(x).hashCode());
            assertEquals(a.ids.equals(b.ids), x.hasSameIds(y));
        }
    }

    @Test
    void raisedFrontiersLeaveXAlone() {
        Random random = new Random(2);
        DependenciesBuilder builder = new DependenciesBuilder(MEMBERS);
        for (int round = 0; round < ROUNDS; round++) {
            Model model = new Model(randomFrontier(random));
            Dependencies set = random(random, builder, model);
            Model line = new Model(randomFrontier(random));
            Dependencies raised = set.raise(line.frontier);
            assertSame(model.union(line), raised);
            assertTrue(raised.hasSameIds(set));
            assertEquals(raised, set.union(Dependencies.upTo(MEMBERS, line.frontier)));
            assertEquals(raised, builder.start(raised).build(), "a builder keeps X as it is");
        }
    }

    @Test
    void idsThatTheFrontierCoversAreNotAdded() {
        Dependencies known = Dependencies.upTo(MEMBERS, new long[] {3, 0, 7});
        DependenciesBuilder builder = new DependenciesBuilder(MEMBERS).start(known);
        builder.add(new InstanceId(2, 3)).add(new InstanceId(2, 4)).add(new InstanceId(9, 7));
        assertEquals("2.4 up to [3, 0, 7]", builder.build().toString());
    }

    @Test
    void setsOfOtherFrontiersDifferAndHaveTheSameX() {
        DependenciesBuilder builder = new DependenciesBuilder(MEMBERS);
        builder.start(Dependencies.none(MEMBERS)).add(0, 4).add(0, 6).add(0, 5);
        Dependencies low = builder.build();
        Dependencies high = low.raise(new long[] {9, 0, 0});
        assertNotEquals(low, high);
        assertTrue(low.hasSameIds(high));
        assertEquals("2.4-6 up to [9, 0, 0]", high.toString());
    }

    @Test
    void longRangesAreBuilt() {
        DependenciesBuilder builder = new DependenciesBuilder(MEMBERS);
        builder.start(Dependencies.none(MEMBERS));
        int count = 200_000;
        for (int n = count; n >= 1; n--) builder.add(1, n);
        Dependencies set = builder.build();
        assertEquals(1, set.ranges());
        assertEquals(count, set.size());
        assertEquals(set, builder.start(set).add(1, 70_000).build());
        assertFalse(set.names(1, count + 1));
    }

    @Test
    void setsAreReadAsTheyWereWritten() {
        Random random = new Random(3);
        DependenciesBuilder builder = new DependenciesBuilder(MEMBERS);
        for (int round = 0; round < ROUNDS; round++) {
            Dependencies set = random(random, builder, new Model(randomFrontier(random)));
            set = set.raise(new long[] {random.nextInt(NUMBERS), 0, InstanceId.NUMBER_MAX});
            WireWriter out = new WireWriter(16);
            set.write(out);
            assertTrue(out.size() <= set.bytes(), out.size() + " bytes of " + set);
            WireReader in = new WireReader(out.toByteArray());
            assertEquals(set, Dependencies.read(in, MEMBERS));
            in.end();
        }
    }

    @Test
    void idsAreReadAsTheyWereWritten() {
        InstanceId id = new InstanceId(9, InstanceId.NUMBER_MAX);
        WireWriter out = new WireWriter(16);
        id.write(out);
        assertTrue(out.size() <= InstanceId.BYTES_MAX);
        assertEquals(id, InstanceId.read(new WireReader(out.toByteArray()), MEMBERS));
        for (long[] bad : new long[][] {{1, 1}, {9, 0}, {9, InstanceId.NUMBER_MAX + 1}, {9, -1}}) {
            byte[] frame = frame(bad);
            assertThrows(
                    MalformedFrameException.class,
                    () -> InstanceId.read(new WireReader(frame), MEMBERS),
                    Arrays.toString(bad));
        }
    }

    private static byte[] frame(long... numbers) {
        WireWriter out = new WireWriter(16);
        for (long number : numbers) out.varint(number);
        return out.toByteArray();
    }

    @Test
    void malformedSetsAreRefused() {
        long max = InstanceId.NUMBER_MAX;
        List<long[]> good = new ArrayList<>();
        good.add(new long[] {0, 0, 0, 0, 0, 0});
        good.add(new long[] {max, 1, 1, 0, 0, 0, 0, 0});
        good.add(new long[] {0, 2, 1, 4, 2, 0, 0, 0, 0, 0});
        good.add(new long[] {0, 1, 1, Dependencies.IDS_MAX - 1, 0, 0, 0, 0});
        good.add(new long[] {0, 1, max, 0, 0, 0, 0, 0});
        for (long[] frame : good) Dependencies.read(new WireReader(frame(frame)), MEMBERS);
        List<long[]> bad = new ArrayList<>();
        bad.add(new long[] {0, 0, 0, 0, 0});
        bad.add(new long[] {max + 1, 0, 0, 0, 0, 0});
        bad.add(new long[] {-1, 0, 0, 0, 0, 0});
        bad.add(new long[] {0, 1, 0, 0, 0, 0, 0, 0});
        bad.add(new long[] {0, 2, 1, 4, 1, 0, 0, 0, 0, 0});
        bad.add(new long[] {0, 1, 1, Dependencies.IDS_MAX, 0, 0, 0, 0});
        bad.add(new long[] {0, 1, 1, Dependencies.IDS_MAX - 1, 0, 1, 1, 0, 0, 0});
        bad.add(new long[] {0, 1, max, 1, 0, 0, 0, 0});
        bad.add(new long[] {0, 1, -1, 0, 0, 0, 0, 0});
        bad.add(new long[] {0, 1, 1, -1, 0, 0, 0, 0});
        bad.add(new long[] {0, 100, 1, 0, 0, 0, 0, 0});
        for (long[] frame : bad)
            assertThrows(
                    MalformedFrameException.class,
                    () -> Dependencies.read(new WireReader(frame(frame)), MEMBERS),
                    Arrays.toString(frame));
    }

    @Test
    void idsAreOrderedByNumberThenByOrigin() {
        TreeSet<InstanceId> ids = new TreeSet<>();
        ids.add(new InstanceId(9, 1));
        ids.add(new InstanceId(5, 2));
        ids.add(new InstanceId(2, 1));
        assertEquals("[2.1, 9.1, 5.2]", ids.toString());
    }
}

package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that a {@link KeyIndex} finds the same interfering instances as a scan over all instances. */
class KeyIndexTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final String[] NAMES = {"a", "b", "c", "d"};

    private record Both(Keys init, Keys cmd) {
        boolean isNone() {
            boolean noInit = init == null || init.isNone();
            return noInit && (cmd == null ? init != null : cmd.isNone());
        }

        boolean interferes(Keys keys) {
            if (init == null && cmd == null) return true;
            return (init != null && init.interferes(keys)) || (cmd != null && cmd.interferes(keys));
        }
    }

    private final KeyIndex index = new KeyIndex(MEMBERS);
    private final TreeMap<InstanceId, Both> model = new TreeMap<>();

    private final TreeSet<InstanceId> executed = new TreeSet<>();

    private static Keys random(Random random) {
        Keys.Builder keys = new Keys.Builder();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = NAMES[random.nextInt(NAMES.length)];
            if (random.nextBoolean()) keys.read(name);
            else keys.write(name);
        }
        int all = random.nextInt(20);
        if (all == 0) keys.readAll();
        if (all == 1) keys.writeAll();
        return keys.build();
    }

    private static InstanceId randomId(Random random, int numbers) {
        int origin = MEMBERS.id(random.nextInt(MEMBERS.size()));
        return new InstanceId(origin, 1 + random.nextInt(numbers));
    }

    private Dependencies scan(Keys keys, Dependencies base, InstanceId except) {
        TreeSet<InstanceId> found = new TreeSet<>(base.ids());
        for (Map.Entry<InstanceId, Both> each : model.entrySet()) {
            InstanceId id = each.getKey();
            boolean above = id.number() > base.frontier(MEMBERS.rank(id.origin()));
            if (above && !id.equals(except) && each.getValue().interferes(keys)) found.add(id);
        }
        DependenciesBuilder builder = new DependenciesBuilder(MEMBERS).start(base);
        for (InstanceId id : found) builder.add(id);
        return builder.build();
    }

    private static Dependencies randomBase(Random random, int numbers) {
        DependenciesBuilder base = new DependenciesBuilder(MEMBERS);
        base.start(Dependencies.none(MEMBERS));
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) base.add(randomId(random, numbers));
        long[] frontier = new long[MEMBERS.size()];
        for (int rank = 0; rank < frontier.length; rank++)
            frontier[rank] = random.nextInt(numbers / 2);
        return base.raise(frontier).build();
    }

    private void assertAnswers(Random random, int numbers) {
        Keys keys = random(random);
        Dependencies base = randomBase(random, numbers);
        InstanceId except = random.nextInt(4) == 0 ? null : randomId(random, numbers);
        assertEquals(
                scan(keys, base, except),
                index.interfering(keys, base, except),
                () -> keys + " beside " + model);
        boolean some = false;
        for (Map.Entry<InstanceId, Both> each : model.entrySet())
            some |= !executed.contains(each.getKey()) && each.getValue().interferes(keys);
        assertEquals(some, index.hasInterfering(keys), () -> keys + " beside " + model);
    }

    @Test
    void answersAreThoseOfAScan() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            model.clear();
            executed.clear();
            index.dropThrough(new long[] {99, 99, 99});
            assertEquals(0, index.size());
            assertEquals(0, index.keys());
            for (int step = 0; step < 400; step++) {
                InstanceId id = randomId(random, 30);
                int action = random.nextInt(14);
                if (action < 8) {
                    Both both =
                            new Both(
                                    random.nextInt(3) == 0 ? null : random(random),
                                    random.nextInt(3) == 0 ? null : random(random));
                    model.put(id, both);
                    index.put(id, both.init, both.cmd);
                } else if (action < 11) {
                    model.remove(id);
                    index.remove(id);
                } else if (action < 13) {
                    index.executed(id);
                    if (model.containsKey(id)) executed.add(id);
                } else {
                    long[] line = {random.nextInt(8), random.nextInt(8), random.nextInt(8)};
                    model.keySet().removeIf(i -> i.number() <= line[MEMBERS.rank(i.origin())]);
                    index.dropThrough(line);
                }
                // An instance that was removed from the index, or put without keys, no longer
                // counts as executed when it is put again.
                executed.removeIf(each -> !model.containsKey(each) || model.get(each).isNone());
                assertAnswers(random, 30);
            }
        }
    }

    @Test
    void aMovingWindowOfInstancesIsAnswered() {
        Random random = new Random(7);
        long[] line = new long[MEMBERS.size()];
        for (int n = 1; n <= 2_000; n++) {
            for (int rank = 0; rank < line.length; rank++) {
                InstanceId id = new InstanceId(MEMBERS.id(rank), n);
                Keys keys = random(random);
                model.put(id, new Both(keys, keys));
                index.put(id, keys, keys);
                line[rank] = Math.max(line[rank], n - random.nextInt(60));
            }
            model.keySet().removeIf(i -> i.number() <= line[MEMBERS.rank(i.origin())]);
            index.dropThrough(line);
            Keys keys = random(random);
            Dependencies base = Dependencies.upTo(MEMBERS, line);
            assertEquals(scan(keys, base, null), index.interfering(keys, base, null));
        }
    }

    @Test
    void aNopCountsByItsInitCmd() {
        InstanceId id = new InstanceId(5, 1);
        Dependencies none = Dependencies.none(MEMBERS);
        index.put(id, Keys.writing("a"), null);
        assertEquals("[5.1]", index.interfering(Keys.writing("a"), none, null).ids().toString());
        assertEquals("[]", index.interfering(Keys.writing("b"), none, null).ids().toString());
    }

    @Test
    void aNopWithoutAnInitCmdInterferesWithEverything() {
        InstanceId id = new InstanceId(5, 1);
        Dependencies none = Dependencies.none(MEMBERS);
        index.put(id, null, null);
        for (Keys keys : new Keys[] {Keys.writing("a"), Keys.ALL_READ, Keys.ALL, Keys.NONE})
            assertEquals("[5.1]", index.interfering(keys, none, null).ids().toString());
        index.put(id, Keys.writing("a"), null);
        assertEquals("[]", index.interfering(Keys.writing("b"), none, null).ids().toString());
    }

    @Test
    void aReplacedValueCountsBesideTheFirstOne() {
        InstanceId id = new InstanceId(5, 1);
        Dependencies none = Dependencies.none(MEMBERS);
        index.put(id, Keys.writing("a"), Keys.writing("b"));
        assertEquals("[5.1]", index.interfering(Keys.reading("a"), none, null).ids().toString());
        assertEquals("[5.1]", index.interfering(Keys.reading("b"), none, null).ids().toString());
    }

    @Test
    void instancesOfNoMemberAreRefused() {
        InstanceId id = new InstanceId(7, 1);
        assertThrows(IllegalArgumentException.class, () -> index.put(id, null, null));
    }
}

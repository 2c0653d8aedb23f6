package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests that the predecessors of a new request are, directly or over other predecessors, the requests in flight that
 * interfere with it.
 */
class PredecessorsTest {
    private static final String[] NAMES = {"a", "b", "c"};

    private static Keys random(Random random) {
        Keys.Builder keys = new Keys.Builder();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String name = NAMES[random.nextInt(NAMES.length)];
            if (random.nextBoolean()) keys.read(name);
            else keys.write(name);
        }
        int all = random.nextInt(12);
        if (all == 0) keys.readAll();
        if (all == 1) keys.writeAll();
        return keys.build();
    }

    @Test
    void earlierRequestsThatInterfereAreFollowed() {
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            Predecessors predecessors = new Predecessors();
            TreeMap<Long, Keys> inFlight = new TreeMap<>();
            TreeMap<Long, List<Long>> named = new TreeMap<>();
            for (long number = 1; number <= 60; number++) {
                Keys keys = random(random);
                List<Long> its = predecessors.of(keys);
                assertEquals(new ArrayList<>(new TreeSet<>(its)), its);
                TreeSet<Long> followed = followed(its, named);
                for (Map.Entry<Long, Keys> each : inFlight.entrySet()) {
                    long other = each.getKey();
                    boolean interferes = each.getValue().interferes(keys);
                    if (interferes)
                        assertTrue(followed.contains(other), number + " does not follow " + other);
                }
                for (long each : its) {
                    Keys theirs = inFlight.get(each);
                    assertTrue(
                            theirs.interferes(keys),
                            number + " " + keys + " names " + each + " " + theirs);
                }
                predecessors.add(number, keys, its);
                inFlight.put(number, keys);
                named.put(number, its);
                while (random.nextInt(3) > 0 && !inFlight.isEmpty())
                    finish(random, predecessors, inFlight, named);
                assertEquals(inFlight.size(), predecessors.size());
            }
        }
    }

    private static TreeSet<Long> followed(List<Long> from, TreeMap<Long, List<Long>> named) {
        TreeSet<Long> all = new TreeSet<>();
        List<Long> open = new ArrayList<>(from);
        while (!open.isEmpty()) {
            long next = open.remove(open.size() - 1);
            if (all.add(next)) open.addAll(named.get(next));
        }
        return all;
    }

    private static void finish(
            Random random,
            Predecessors predecessors,
            TreeMap<Long, Keys> inFlight,
            TreeMap<Long, List<Long>> named) {
        List<Long> possible = new ArrayList<>();
        for (long number : inFlight.keySet())
            if (named.get(number).stream().noneMatch(inFlight::containsKey)) possible.add(number);
        long number = possible.get(random.nextInt(possible.size()));
        inFlight.remove(number);
        predecessors.remove(number);
    }

    @Test
    void onlyTheLastRequestsAreNamed() {
        Predecessors predecessors = new Predecessors();
        Keys write = Keys.writing("a");
        Keys read = Keys.reading("a");
        predecessors.add(1, write, predecessors.of(write));
        predecessors.add(2, write, predecessors.of(write));
        assertEquals(List.of(2L), predecessors.of(read));
        predecessors.add(3, read, predecessors.of(read));
        predecessors.add(4, read, predecessors.of(read));
        assertEquals(List.of(3L, 4L), predecessors.of(write));
        assertEquals(List.of(3L, 4L), predecessors.of(Keys.ALL));
        assertEquals(List.of(), predecessors.of(Keys.writing("b")));
        predecessors.add(5, Keys.ALL, predecessors.of(Keys.ALL));
        assertEquals(List.of(5L), predecessors.of(Keys.writing("b")));
        assertEquals(List.of(5L), predecessors.of(write));
    }
}

package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NumberRingTest {
    @Test
    void isASortedMapForNumbersThatLieCloseTogether() {
        for (int seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            NumberRing<Integer> ring = new NumberRing<>();
            TreeMap<Long, Integer> tree = new TreeMap<>();
            long base = random.nextLong() >> 2;
            for (int step = 0; step < 3_000; step++) {
                long number = base + step / 4 + random.nextInt(1 + seed * 20);
                int dice = random.nextInt(10);
                if (dice < 5) {
                    ring.put(number, step);
                    tree.put(number, step);
                } else if (dice < 8 && !tree.isEmpty()) {
                    long removed = dice == 5 ? number : tree.firstKey();
                    assertEquals(tree.remove(removed), ring.remove(removed));
                }
                assertEquals(tree.get(number), ring.get(number));
                assertEquals(tree.size(), ring.size());
                if (!tree.isEmpty()) assertEquals(tree.firstKey(), ring.first());
                if (step % 100 == 0) assertEquals(tree, asTree(ring));
                while (step % 500 == 499 && !tree.isEmpty())
                    assertEquals(tree.pollFirstEntry().getValue(), ring.remove(ring.first()));
            }
        }
    }

    private static TreeMap<Long, Integer> asTree(NumberRing<Integer> ring) {
        TreeMap<Long, Integer> all = new TreeMap<>();
        long[] last = {Long.MIN_VALUE};
        ring.forEach(
                (number, element) -> {
                    assertEquals(true, number > last[0]);
                    last[0] = number;
                    all.put(number, element);
                });
        return all;
    }

    @Test
    void refusesANumberThatIsFarAway() {
        NumberRing<String> ring = new NumberRing<>();
        ring.put(1, "a");
        assertThrows(IllegalStateException.class, () -> ring.put(NumberRing.SPAN_MAX + 1L, "b"));
        assertEquals("a", ring.get(1));
        assertEquals(1, ring.size());
        ring.remove(1);
        ring.put(NumberRing.SPAN_MAX + 1L, "b");
        assertEquals(NumberRing.SPAN_MAX + 1L, ring.first());
    }
}

package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SequenceSetTest {
    @Test
    void agreesWithAPlainSet() {
        SplittableRandom random = new SplittableRandom(2);
        for (int k = 0; k < 300; k++) {
            SequenceSet set = new SequenceSet(1000);
            TreeSet<Long> model = new TreeSet<>();
            for (int step = 0; step < 200; step++) {
                long number = random.nextLong(1, 100);
                if (random.nextInt(10) == 0) {
                    set.raise(number);
                    for (long i = 1; i < number; i++) model.add(i);
                } else if (!set.contains(number)) {
                    assertTrue(set.add(number));
                    model.add(number);
                }
                for (long i = 1; i <= 100; i++)
                    assertEquals(model.contains(i), set.contains(i), "seed 2, number " + i);
                long upTo = 0;
                while (model.contains(upTo + 1)) upTo++;
                assertEquals(upTo, set.upTo());
            }
        }
    }

    @Test
    void reportsItsRangesAndKeepsTheirBound() {
        SequenceSet set = new SequenceSet(3);
        for (long number : new long[] {1, 2, 4, 6, 7, 9}) assertTrue(set.add(number));
        assertEquals(2, set.upTo());
        assertArrayEquals(new long[] {4, 4, 6, 7, 9, 9}, set.ranges(10));
        assertArrayEquals(new long[] {4, 4}, set.ranges(1));
        assertFalse(set.add(11));
        assertTrue(set.add(8));
        assertTrue(set.add(11));
        assertArrayEquals(new long[] {4, 4, 6, 9, 11, 11}, set.ranges(10));
        set.raise(8);
        assertEquals(9, set.upTo());
        assertArrayEquals(new long[] {11, 11}, set.ranges(10));
    }
}

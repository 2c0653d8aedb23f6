package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.abcast.ordering.camu.PartitionState.Unanswered;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UnansweredDeliveriesTest {
    @Test
    void resultsComeInAnyOrder() {
        Random random = new Random(1);
        UnansweredDeliveries deliveries = new UnansweredDeliveries();
        TreeMap<Long, Unanswered> expected = new TreeMap<>();
        long seq = 7;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextBoolean() || expected.isEmpty()) {
                Unanswered delivery = new Unanswered(++seq, null, null);
                deliveries.add(delivery);
                expected.put(seq, delivery);
            } else {
                boolean isInOrder = random.nextInt(3) > 0;
                long answered =
                        isInOrder
                                ? expected.firstKey()
                                : expected.firstKey() + random.nextInt(expected.size() + 2);
                assertEquals(expected.remove(answered), deliveries.remove(answered));
            }
            assertEquals(expected.size(), deliveries.size());
            if (step % 100 == 0)
                assertEquals(new ArrayList<>(expected.keySet()), deliveries.seqs());
        }
        assertNull(deliveries.remove(seq + 1));
        assertNull(deliveries.remove(0));
        assertEquals(List.copyOf(expected.keySet()), deliveries.seqs());
    }
}

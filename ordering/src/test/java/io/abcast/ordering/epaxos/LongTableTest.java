package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that a {@code LongTable} and a JDK map have equal contents after the same random operations. */
class LongTableTest {
    @Test
    void tablesHoldWhatMapsHold() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            LongTable<String> table = new LongTable<>();
            Map<Long, String> map = new HashMap<>();
            for (int step = 0; step < 5_000; step++) {
                long number = 1L + random.nextInt(200);
                if (random.nextInt(4) == 0) number += InstanceId.NUMBER_MAX - 300;
                if (random.nextBoolean()) {
                    String value = "value " + step;
                    assertEquals(map.put(number, value), table.put(number, value));
                } else {
                    assertEquals(map.remove(number), table.remove(number));
                }
                assertEquals(map.size(), table.size());
                long other = 1L + random.nextInt(200);
                assertEquals(map.get(other), table.get(other));
            }
            for (Map.Entry<Long, String> each : map.entrySet())
                assertEquals(each.getValue(), table.get(each.getKey()));
        }
    }
}

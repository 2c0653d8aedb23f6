package io.abcast.partitions.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.abcast.kernel.GroupTimestamp;
import org.junit.jupiter.api.Test;

final class RetainedReadsTest {
    private static final int[] BOTH = {0, 1};

    private static GroupTimestamp at(long clock) {
        return new GroupTimestamp(clock, 1, clock);
    }

    @Test
    void beyondTheBoundTheOldestValuesGo() {
        RetainedReads retained = new RetainedReads(1000);
        for (int i = 1; i <= 10; i++) retained.put(at(i), BOTH, 0, new byte[150]);
        assertNull(retained.get(at(6), 0));
        assertNotNull(retained.get(at(7), 0));
        assertEquals(6, retained.dropped());
        assertEquals(4 * (150 + 96), retained.bytes());
    }

    @Test
    void theFirstValuesStay() {
        RetainedReads retained = new RetainedReads(1000);
        retained.put(at(1), BOTH, 0, new byte[] {1});
        retained.put(at(1), BOTH, 0, new byte[] {2});
        assertArrayEquals(new byte[] {1}, retained.get(at(1), 0));
        assertNull(retained.get(at(1), 1));
    }

    /**
     * The replicas of partition 1 need the row values of partition 0, and the replicas of partition 0 need the row
     * values of partition 1.
     */
    @Test
    void valuesStayUntilAllReceivingPartitionsAreDurable() {
        RetainedReads retained = new RetainedReads(100_000);
        for (int i = 1; i <= 3; i++) {
            retained.put(at(i), BOTH, 0, new byte[1]);
            retained.put(at(i), BOTH, 1, new byte[1]);
        }
        retained.dropDurable(partition -> partition == 1 ? at(2) : null);
        assertNull(retained.get(at(2), 0));
        assertNotNull(retained.get(at(2), 1));
        assertNotNull(retained.get(at(3), 0));
        retained.dropDurable(partition -> partition == 1 ? at(2) : at(3));
        assertNull(retained.get(at(2), 1));
        assertNotNull(retained.get(at(3), 0));
        assertNull(retained.get(at(3), 1));
        assertEquals(1, retained.all().size());
    }
}

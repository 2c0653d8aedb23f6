package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import org.junit.jupiter.api.Test;

/** Tests when a member takes a snapshot although the leader has announced no snapshot point. */
final class SnapshotPointsTest {
    private final SnapshotPoints points = new SnapshotPoints();

    private boolean isDue(int counter, long dueBytes) {
        return points.onDelivered(
                new Entry(Zxid.of(1, counter), 1, counter, new byte[10]), dueBytes);
    }

    @Test
    void withoutAPointTwiceTheBytesAreDue() {
        long bytes = new Entry(Zxid.of(1, 1), 1, 1, new byte[10]).bytes();
        points.named(true);
        assertFalse(isDue(1, bytes));
        assertTrue(isDue(2, bytes));
    }

    @Test
    void theLargestNumberOfBytesIsNeverDue() {
        points.named(true);
        assertFalse(isDue(1, Long.MAX_VALUE));
        points.named(false);
        assertFalse(isDue(2, Long.MAX_VALUE));
    }
}

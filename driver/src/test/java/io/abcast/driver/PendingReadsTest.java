package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PendingReadsTest {
    @Test
    void readsOfOneBatchShareANumberAndAreAnsweredTogether() {
        PendingReads<Object> reads = new PendingReads<>();
        Object a = "a";
        Object b = "b";
        Object c = "c";
        assertEquals(0, reads.close(), "nothing gathered");
        reads.gather(a, 10);
        reads.gather(b, 12);
        assertEquals(1, reads.close());
        reads.gather(c, 20);
        assertEquals(2, reads.close());
        List<Object> ready = new ArrayList<>();
        reads.pollThrough(1, ready::addAll);
        assertEquals(List.of(a, b), ready);
        reads.pollThrough(7, ready::addAll);
        assertEquals(List.of(a, b, c), ready);
    }

    @Test
    void anAnswerToOneGroupLeavesEarlierGroupsWaiting() {
        PendingReads<Object> reads = new PendingReads<>();
        Object a = "a";
        Object b = "b";
        reads.gather(a, 10);
        reads.close();
        reads.gather(b, 20);
        reads.close();
        List<Object> ready = new ArrayList<>();
        reads.pollOnly(2, ready::addAll);
        reads.pollOnly(2, ready::addAll);
        assertEquals(List.of(b), ready);
        assertEquals(1, reads.unanswered());
        assertEquals(List.of(a), reads.expire(10));
    }

    @Test
    void eachLateGroupIsHandedOverOnce() {
        PendingReads<Object> reads = new PendingReads<>();
        Object a = "a";
        Object b = "b";
        reads.gather(a, 10);
        reads.close();
        reads.gather(b, 20);
        reads.close();
        assertNull(reads.expire(9));
        assertEquals(List.of(a), reads.expire(15));
        assertNull(reads.expire(15));
        assertEquals(List.of(b), reads.expire(20));
        List<Object> left = new ArrayList<>();
        reads.pollThrough(Long.MAX_VALUE, left::addAll);
        assertEquals(List.of(), left);
    }
}

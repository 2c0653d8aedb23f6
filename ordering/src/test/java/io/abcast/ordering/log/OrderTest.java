package io.abcast.ordering.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final byte[] NO_BYTES = new byte[0];

    private final Order order = new Order();
    private final List<Entry> log = new ArrayList<>();

    private Entry decide(Value value) {
        Entry entry = order.next(value);
        order.advance(entry);
        if (entry != null) log.add(entry);
        return entry;
    }

    private static Value value(int origin, long previous, long request) {
        return new Value(origin, previous, request, NO_BYTES);
    }

    @Test
    void requestDecidedTwiceTakesEffectOnce() {
        assertEquals(Zxid.of(1, 1), decide(value(1, Value.FIRST, 100)).zxid());
        assertNull(decide(value(1, Value.FIRST, 100)));
        assertTrue(order.isOrdered(1, 100));
    }

    @Test
    void requestsOfOneMemberTakeEffectInTheirOrder() {
        decide(value(1, Value.FIRST, 100));
        assertNull(decide(value(1, 101, 102)), "101 is missing");
        assertEquals(101, decide(value(1, 100, 101)).request());
        assertEquals(102, decide(value(1, 101, 102)).request());
    }

    @Test
    void emptySlotsShowInTheEpochAndSlotsFollowFromTheLog() {
        decide(Value.NOTHING);
        decide(value(1, Value.FIRST, 100));
        decide(value(1, 100, 101));
        decide(Value.NOTHING);
        decide(Value.NOTHING);
        decide(value(2, Value.FIRST, 7));
        assertEquals(
                List.of(Zxid.of(2, 1), Zxid.of(2, 2), Zxid.of(4, 1)),
                log.stream().map(Entry::zxid).toList());
        Order replayed = new Order();
        for (Entry entry : log) replayed.replay(entry);
        assertEquals(6, replayed.slot());
        assertEquals(order.slot(), replayed.slot());
    }

    @Test
    void aNewLifeBeginsAnywhereAndAnOldOneCannotReturnAsNew() {
        decide(value(1, Value.FIRST, 100));
        decide(value(1, Value.FIRST, 7L << 50));
        assertFalse(order.isNext(value(1, Value.FIRST, 100)));
        assertTrue(order.isNext(value(1, 7L << 50, (7L << 50) + 1)));
    }

    @Test
    void noteCarriesWhatIsNeededToGoOn() {
        decide(value(1, Value.FIRST, 100));
        decide(Value.NOTHING);
        Order copy = Order.decode(order.encode());
        assertEquals(order.slot(), copy.slot());
        assertTrue(copy.isNext(value(1, 100, 101)));
        assertEquals(Zxid.of(2, 1), copy.next(value(1, 100, 101)).zxid());
    }
}

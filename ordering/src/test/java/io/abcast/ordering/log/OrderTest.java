package io.abcast.ordering.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final byte[] NO_BYTES = new byte[0];

    private final Order order = new Order(true);
    private final List<Entry> log = new ArrayList<>();

    private Entry decide(Value value) {
        Entry entry = decide(order, value);
        if (entry != null) log.add(entry);
        return entry;
    }

    private static Entry decide(Order order, Value value) {
        if (!order.isNext(value)) {
            order.endSlot();
            return null;
        }
        Entry entry =
                new Entry(
                        order.nextZxid(),
                        value.origin(),
                        value.request(),
                        value.payload(),
                        Entry.Kind.REQUEST,
                        Entry.placeOf(order.slot() + 1, true));
        order.add(entry);
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
    void zxidsAreDenseAndEntriesNameTheirSlots() {
        decide(Value.NOTHING);
        decide(value(1, Value.FIRST, 100));
        decide(value(1, 100, 101));
        decide(Value.NOTHING);
        decide(Value.NOTHING);
        decide(value(2, Value.FIRST, 7));
        assertEquals(
                List.of(Zxid.of(1, 1), Zxid.of(1, 2), Zxid.of(1, 3)),
                log.stream().map(Entry::zxid).toList());
        assertEquals(List.of(2L, 3L, 6L), log.stream().map(Entry::slot).toList());
        assertEquals(3, order.empty());
        Order replayed = new Order(true);
        for (Entry entry : log) replayed.replay(entry);
        assertEquals(6, replayed.slot());
        assertEquals(order.slot(), replayed.slot());
        assertEquals(order.digest(), replayed.digest());
        assertEquals(order.bytes(), replayed.bytes());
        assertEquals(3, replayed.empty());
    }

    @Test
    void aUsedUpCounterBeginsAnEpoch() {
        assertEquals(Zxid.of(1, 1), Order.zxidAfter(Zxid.NONE));
        assertEquals(Zxid.of(1, 2), Order.zxidAfter(Zxid.of(1, 1)));
        assertEquals(Zxid.of(2, 1), Order.zxidAfter(Zxid.of(1, Zxid.COUNTER_MAX)));
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
        Order copy = Order.decode(order.encode(), true);
        assertEquals(order.slot(), copy.slot());
        assertEquals(order.digest(), copy.digest());
        assertEquals(order.bytes(), copy.bytes());
        assertTrue(copy.isNext(value(1, 100, 101)));
        assertEquals(Zxid.of(1, 2), copy.nextZxid());
        assertEquals(1, copy.empty());
    }

    @Test
    void digestTellsOrdersApartThatDifferInOneEntryOrOneEmptySlot() {
        Set<Digest> digests = new HashSet<>();
        List<List<Value>> orders =
                List.of(
                        List.of(),
                        List.of(value(1, Value.FIRST, 100)),
                        List.of(value(2, Value.FIRST, 100)),
                        List.of(value(1, Value.FIRST, 101)),
                        List.of(new Value(1, Value.FIRST, 100, new byte[] {0})),
                        List.of(Value.NOTHING, value(1, Value.FIRST, 100)),
                        List.of(value(1, Value.FIRST, 100), value(1, 100, 101)),
                        List.of(value(1, Value.FIRST, 100), value(2, Value.FIRST, 100)),
                        List.of(value(2, Value.FIRST, 100), value(1, Value.FIRST, 100)));
        for (List<Value> decided : orders) {
            Order one = new Order(true);
            for (Value value : decided) decide(one, value);
            assertTrue(digests.add(one.digest()), "not told apart: " + decided);
        }
        assertNull(new Order(false).digest());
    }

    @Test
    void aNoteOfAnotherFormatIsRefusedWithASentence() {
        byte[] plain = new Order(false).encode();
        String said =
                assertThrows(MalformedFrameException.class, () -> Order.decode(plain, true))
                        .getMessage();
        assertEquals("note of a snapshot: expected one with a digest", said);
        plain[0] = 1;
        assertEquals(
                "note of a snapshot: expected version 3, got 1",
                assertThrows(MalformedFrameException.class, () -> Order.decode(plain, false))
                        .getMessage());
    }
}

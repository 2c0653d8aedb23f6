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
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final byte[] NO_BYTES = new byte[0];

    private final Order order = new Order(true);
    private final List<Entry> log = new ArrayList<>();

    private Entry decide(OriginRequest... requests) {
        List<Entry> entries = decide(order, requests);
        log.addAll(entries);
        return entries.isEmpty() ? null : entries.get(0);
    }

    private static List<Entry> decide(Order order, OriginRequest... requests) {
        List<Entry> entries = new ArrayList<>();
        List<OriginRequest> admitted = new ArrayList<>();
        for (OriginRequest request : requests) if (order.admit(request)) admitted.add(request);
        for (OriginRequest request : admitted) {
            boolean last = entries.size() == admitted.size() - 1;
            Entry entry =
                    new Entry(
                            order.nextZxid(),
                            request.origin(),
                            request.number(),
                            request.payload(),
                            Entry.Kind.REQUEST,
                            Entry.placeOf(order.slot() + 1, last));
            order.add(entry);
            entries.add(entry);
        }
        if (admitted.isEmpty()) order.endSlot();
        return entries;
    }

    private static OriginRequest value(int origin, long previous, long request) {
        return new OriginRequest(origin, previous, request, NO_BYTES);
    }

    @Test
    void aPartDistinguishesItsDecisionFromOtherValues() {
        decide(value(1, OriginRequest.FIRST, 100));
        OriginRequest early = value(3, 5, 6);
        OriginRequest duplicate = value(1, OriginRequest.FIRST, 100);
        OriginRequest a = value(1, 100, 101);
        OriginRequest b = value(2, OriginRequest.FIRST, 7);
        OriginRequest c = value(2, 7, 8);
        decide(early, duplicate, b, c, a);
        Order cut = new Order(true);
        for (Entry entry : log.subList(0, 3)) cut.replay(entry);
        assertTrue(cut.isInside());
        assertTrue(cut.isDecisionOfPart(Value.digested(List.of(early, duplicate, b, c, a))));
        assertTrue(cut.isDecisionOfPart(Value.digested(List.of(b, c))));
        assertFalse(cut.isDecisionOfPart(Value.digested(List.of(a, b, c))));
        assertFalse(cut.isDecisionOfPart(Value.digested(List.of(b, a))));
        assertFalse(cut.isDecisionOfPart(Value.digested(List.of(c, b))));
        assertFalse(cut.isDecisionOfPart(Value.NOTHING));
    }

    @Test
    void anOrderThatEndsInsideASlotContinuesInIt() {
        OriginRequest[] first = {
            value(2, OriginRequest.FIRST, 7), value(1, OriginRequest.FIRST, 100)
        };
        OriginRequest[] second = {
            value(3, 5, 6), // too early
            value(1, OriginRequest.FIRST, 100), // a duplicate
            value(1, 100, 101),
            value(1, 101, 102),
            value(2, 7, 8),
            value(2, 8, 9)
        };
        decide(first);
        decide();
        decide(second);
        assertEquals(6, log.size());
        assertEquals(List.of(1L, 1L, 3L, 3L, 3L, 3L), log.stream().map(Entry::slot).toList());
        for (int kept = 0; kept <= log.size(); kept++) {
            Order cut = new Order(true);
            for (Entry entry : log.subList(0, kept)) {
                assertTrue(cut.isFollowedBy(entry), () -> entry + " after " + cut);
                cut.replay(entry);
            }
            long slotBefore = kept < 2 ? 0 : kept == 2 ? 1 : kept < 6 ? 2 : 3;
            assertEquals(slotBefore, cut.slot(), "slot after " + kept + " entries");
            assertEquals(kept == 1 || (kept > 2 && kept < 6), cut.isInside());
            if (kept == 1) assertEquals(new Order(true).digest(), cut.digest());
            List<Entry> rest = new ArrayList<>();
            if (cut.slot() == 0) rest.addAll(decide(cut, first));
            if (cut.slot() == 1) rest.addAll(decide(cut));
            if (cut.slot() == 2) rest.addAll(decide(cut, second));
            assertEquals(
                    log.subList(kept, log.size()).toString(),
                    rest.toString(),
                    "rest after " + kept + " entries");
            assertEquals(order.toString(), cut.toString());
            assertEquals(order.digest(), cut.digest());
            assertEquals(order.bytes(), cut.slotBytes());
            assertEquals(1, cut.empty());
        }
    }

    @Test
    void requestDecidedTwiceTakesEffectOnce() {
        assertEquals(Zxid.of(1, 1), decide(value(1, OriginRequest.FIRST, 100)).zxid());
        assertNull(decide(value(1, OriginRequest.FIRST, 100)));
        assertTrue(order.isOrdered(1, 100));
    }

    @Test
    void requestsOfOneMemberTakeEffectInOrder() {
        decide(value(1, OriginRequest.FIRST, 100));
        assertNull(decide(value(1, 101, 102)), "101 is missing");
        assertEquals(101, decide(value(1, 100, 101)).request());
        assertEquals(102, decide(value(1, 101, 102)).request());
    }

    @Test
    void zxidsAreDenseAndEntriesNameTheirSlots() {
        decide();
        decide(value(1, OriginRequest.FIRST, 100));
        decide(value(1, 100, 101));
        decide();
        decide();
        decide(value(2, OriginRequest.FIRST, 7));
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
    void anExhaustedCounterBeginsAnEpoch() {
        assertEquals(Zxid.of(1, 1), Zxid.after(Zxid.NONE));
        assertEquals(Zxid.of(1, 2), Zxid.after(Zxid.of(1, 1)));
        assertEquals(Zxid.of(2, 1), Zxid.after(Zxid.of(1, Zxid.COUNTER_MAX)));
    }

    @Test
    void aNewRunBeginsAnywhereAndAnOldRunCannotBeginAgain() {
        decide(value(1, OriginRequest.FIRST, 100));
        decide(value(1, OriginRequest.FIRST, 7L << 50));
        assertFalse(order.isNext(value(1, OriginRequest.FIRST, 100)));
        assertTrue(order.isNext(value(1, 7L << 50, (7L << 50) + 1)));
    }

    @Test
    void noteContainsTheStateThatTheOrderContinuesWith() {
        decide(value(1, OriginRequest.FIRST, 100));
        decide();
        Order copy = Order.decode(order.encode(), true);
        assertEquals(order.slot(), copy.slot());
        assertEquals(order.digest(), copy.digest());
        assertEquals(order.bytes(), copy.bytes());
        assertTrue(copy.isNext(value(1, 100, 101)));
        assertEquals(Zxid.of(1, 2), copy.nextZxid());
        assertEquals(1, copy.empty());
    }

    @Test
    void digestsDifferForOneDifferentEntryOrEmptySlot() {
        Set<Digest> digests = new HashSet<>();
        OriginRequest a = value(1, OriginRequest.FIRST, 100);
        OriginRequest b = value(2, OriginRequest.FIRST, 100);
        OriginRequest[] none = {};
        List<OriginRequest[][]> orders =
                List.of(
                        new OriginRequest[][] {},
                        new OriginRequest[][] {{a}},
                        new OriginRequest[][] {{b}},
                        new OriginRequest[][] {{value(1, OriginRequest.FIRST, 101)}},
                        new OriginRequest[][] {
                            {new OriginRequest(1, OriginRequest.FIRST, 100, new byte[] {0})}
                        },
                        new OriginRequest[][] {none, {a}},
                        new OriginRequest[][] {{a}, {value(1, 100, 101)}},
                        new OriginRequest[][] {{a, value(1, 100, 101)}},
                        new OriginRequest[][] {{a}, {b}},
                        new OriginRequest[][] {{a, b}},
                        new OriginRequest[][] {{b}, {a}});
        for (OriginRequest[][] decided : orders) {
            Order one = new Order(true);
            for (OriginRequest[] slot : decided) decide(one, slot);
            assertTrue(digests.add(one.digest()), "equal digests: " + Arrays.deepToString(decided));
        }
        assertNull(new Order(false).digest());
    }

    @Test
    void aNoteOfAnotherFormatIsRefusedWithExpectedAndActual() {
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

package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests which requests {@link RequestQueue} puts into one instance, which requests it holds back, and which requests it
 * proposes again.
 */
class RequestQueueTest {
    private static final Membership MEMBERS = Membership.of(2, 5, 9);
    private static final Incarnation STORAGE = new Incarnation(7, 7);
    private static final int WINDOW = 4;
    private static final int BATCH_BYTES_MAX = 100;
    private static final long ROUND_TRIP_NANOS = 1_000;
    private static final EpaxosConfig CONFIG =
            new EpaxosConfig(LogConfig.defaults(), BATCH_BYTES_MAX, 1, 1_000, 1);

    private final KeyIndex unexecuted = new KeyIndex(MEMBERS);
    private final RequestFlow requests =
            new RequestFlow(MEMBERS, 5, STORAGE, 1, new RequestTable(MEMBERS), WINDOW, CONFIG);

    private long now;
    private long opened;
    private final List<String> effects = new ArrayList<>();

    private long submit(Keys keys) {
        return requests.queue().submit(new byte[10], keys);
    }

    private List<Proposal> next() {
        return requests.next(unexecuted, now, ROUND_TRIP_NANOS);
    }

    private String open() {
        List<Proposal> batch = next();
        if (batch.isEmpty()) return "";
        InstanceId id = new InstanceId(5, ++opened);
        requests.opened(id, batch, 0);
        Keys.Builder keys = new Keys.Builder();
        batches.add(new RequestBatch(batch.stream().map(each -> each.request).toList()));
        for (Proposal each : batch) keys.add(each.keys);
        unexecuted.put(id, keys.build(), keys.build());
        return batch.stream().map(each -> Long.toString(each.number)).toList().toString();
    }

    private final List<RequestBatch> batches = new ArrayList<>();

    private void execute(long number) {
        execute(number, batches.get((int) number - 1));
    }

    private void execute(long number, RequestBatch value) {
        InstanceId id = new InstanceId(5, number);
        unexecuted.remove(id);
        requests.executed(id, value, request -> effects.add(Long.toString(request.number())));
    }

    @Test
    void aBatchHasRequestsUpToItsBytes() {
        for (int i = 0; i < 12; i++) submit(Keys.writing("key " + i));
        requests.queue().submit(new byte[1_000], Keys.writing("large"));
        assertEquals("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", open());
        assertEquals("[11, 12]", open());
        assertEquals("[13]", open());
        assertEquals("", open());
    }

    @Test
    void requestsThatInterfereWithAnUnexecutedInstanceDoNotShareABatchWithOthers() {
        unexecuted.put(new InstanceId(2, 1), Keys.writing("a"), Keys.writing("a"));
        submit(Keys.writing("b"));
        submit(Keys.writing("a"));
        submit(Keys.writing("c"));
        submit(Keys.reading("a"));
        assertEquals("[1, 3]", open());
        assertEquals("[2, 4]", open());
    }

    @Test
    void aRequestDoesNotOvertakeAnEarlierOneThatInterferes() {
        unexecuted.put(new InstanceId(2, 1), Keys.writing("a"), Keys.writing("a"));
        submit(Keys.writing("b"));
        submit(Keys.writing("a", "c"));
        submit(Keys.writing("c"));
        submit(Keys.writing("d"));
        assertEquals("[1, 4]", open());
        assertEquals("[2]", open());
        assertEquals("[3]", open());
    }

    @Test
    void aBatchHasOneOrigin() {
        submit(Keys.writing("a"));
        Request passed = Request.of(9, STORAGE, 4, List.of(), new byte[3]);
        requests.queue().pass(passed, new byte[3], Keys.writing("b"));
        submit(Keys.writing("c"));
        assertEquals(3, requests.queue().size());
        assertEquals("[1, 2]", open());
        assertEquals("[0]", open());
        execute(2);
        assertEquals("[4]", effects.toString());
        assertEquals(2, requests.queue().size());
    }

    @Test
    void theWindowCountsInstancesThatAreNotExecuted() {
        for (int i = 0; i < WINDOW + 1; i++) {
            submit(Keys.writing("key " + i));
            if (i < WINDOW) assertFalse(open().isEmpty());
            requests.committed(new InstanceId(5, opened), now);
        }
        assertTrue(next().isEmpty());
        execute(2);
        assertEquals("[5]", open());
    }

    @Test
    void requestsThatInterfereWithAStuckInstanceAreHeld() {
        submit(Keys.writing("a"));
        assertEquals("[1]", open());
        requests.committed(new InstanceId(5, 1), now);
        now += 2 * ROUND_TRIP_NANOS - 1;
        submit(Keys.writing("a"));
        assertEquals("[2]", open());
        now++;
        submit(Keys.writing("a", "b"));
        submit(Keys.writing("b"));
        submit(Keys.writing("c"));
        assertEquals("[5]", open());
        assertEquals("", open());
        requests.committed(new InstanceId(5, 2), now);
        execute(1);
        assertEquals("[3]", open());
        assertEquals("[4]", open());
    }

    @Test
    void anInstanceThatWaitsForItsCommitHoldsNoRequest() {
        submit(Keys.writing("a"));
        assertEquals("[1]", open());
        now += 100 * ROUND_TRIP_NANOS;
        submit(Keys.writing("a"));
        assertEquals("[2]", open());
    }

    @Test
    void requestsOfANopAreProposedAgain() {
        submit(Keys.writing("a"));
        submit(Keys.writing("b"));
        assertEquals("[1, 2]", open());
        submit(Keys.writing("a"));
        assertEquals("[3]", open());
        submit(Keys.writing("c"));
        execute(1, RequestBatch.NOP);
        assertEquals("[]", effects.toString());
        execute(2);
        assertEquals("[]", effects.toString(), "request 3 follows request 1");
        assertEquals("[1, 2, 3, 4]", open());
        assertEquals(batches.get(0).requests(), batches.get(2).requests().subList(0, 2));
        execute(3);
        assertEquals("[1, 2, 3, 4]", effects.toString());
        assertEquals(0, requests.queue().size());
        assertEquals("", open());
    }

    @Test
    void aRequestThatTookEffectElsewhereIsNotProposedAgain() {
        submit(Keys.writing("a"));
        open();
        execute(1, RequestBatch.NOP);
        requests.executed(
                new InstanceId(2, 1),
                batches.get(0),
                request -> effects.add("at 2: " + request.number()));
        assertEquals("[at 2: 1]", effects.toString());
        assertEquals("", open());
    }

    @Test
    void aRequestNamesTheLastOnesInFlight() {
        submit(Keys.writing("a"));
        submit(Keys.writing("a"));
        open();
        submit(Keys.writing("a", "b"));
        open();
        assertEquals(List.of(1L), batches.get(0).requests().get(1).predecessors());
        assertEquals(List.of(2L), batches.get(1).requests().get(0).predecessors());
        execute(1);
        execute(2);
        submit(Keys.writing("a"));
        open();
        assertEquals(List.of(), batches.get(2).requests().get(0).predecessors());
    }

    @Test
    void instancesOfAnEarlierRunCountInTheWindow() {
        Request old = Request.of(5, STORAGE, 50, List.of(), new byte[1]);
        RequestBatch value = new RequestBatch(List.of(old));
        for (int i = 1; i <= WINDOW; i++)
            requests.restored(new InstanceId(5, i), value, Keys.writing("a"));
        opened = WINDOW;
        assertEquals(51, submit(Keys.writing("a")));
        assertEquals("", open());
        execute(1, RequestBatch.NOP);
        assertEquals("[51]", open());
        batches.forEach(b -> assertEquals(List.of(), b.requests().get(0).predecessors()));
        execute(2, value);
        assertEquals("[50]", effects.toString());
    }

    @Test
    void numbersInFlightAreClose() {
        submit(Keys.writing("a"));
        assertEquals("[1]", open());
        for (long n = 2; n <= EffectiveNumbers.SPAN; n++)
            assertTrue(requests.queue().withdraw(submit(Keys.writing("b"))));
        submit(Keys.writing("b"));
        assertEquals("", open());
        execute(1);
        assertEquals("[" + (EffectiveNumbers.SPAN + 1) + "]", open());
    }

    @Test
    void withdrawnRequestsAreNotProposedAndTakeNoRoom() {
        for (int i = 0; i < WINDOW; i++) {
            submit(Keys.writing("key " + i));
            open();
        }
        for (int i = 0; i < 10_000; i++) {
            long number = submit(Keys.writing("a"));
            if (i < 9_999) assertTrue(requests.queue().withdraw(number));
            assertFalse(requests.queue().withdraw(number - (i < 9_999 ? 0 : 1)));
            assertTrue(requests.queue().places() <= 3_000, requests.queue()::toString);
        }
        execute(1);
        assertEquals("[" + (WINDOW + 10_000) + "]", open());
        assertFalse(requests.queue().withdraw(WINDOW + 10_000), "it is in flight");
    }

    @Test
    void aRequestWithTooManyPredecessorsWaits() {
        int readers = Request.PREDECESSORS_MAX + 1;
        Keys small = Keys.reading("a");
        for (int i = 0; i < readers; i++) requests.queue().submit(new byte[0], small);
        for (int i = 0; i < WINDOW; i++) open();
        assertEquals(readers, batches.stream().mapToInt(b -> b.requests().size()).sum());
        long write = submit(Keys.writing("a"));
        assertEquals("", open());
        execute(1);
        assertEquals("[" + write + "]", open());
    }

    @Test
    void aStateOfAnotherMemberEndsItsRequests() {
        submit(Keys.writing("a"));
        submit(Keys.writing("b"));
        open();
        submit(Keys.writing("c"));
        open();
        RequestTable theirs = new RequestTable(MEMBERS);
        theirs.execute(batches.get(1).requests().get(0), new InstanceId(5, 2));
        Dependencies state = Dependencies.upTo(MEMBERS, new long[] {0, 2, 0});
        assertEquals(List.of(3L), requests.install(theirs, state));
        assertEquals(0, requests.instances().size());
        assertEquals("[1, 2]", open());
    }
}

package io.abcast.ordering.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that many requests of one origin neither take room in the queue of another origin nor delay its requests. */
class ProposalsTest {
    private static final Membership MEMBERS = Membership.of(1, 2, 3);

    private final Proposals proposals = new Proposals(ports());

    private long ordered = OriginRequest.FIRST;

    private Ports ports() {
        return (Ports)
                Proxy.newProxyInstance(
                        Ports.class.getClassLoader(),
                        new Class<?>[] {Ports.class},
                        (proxy, method, args) ->
                                switch (method.getName()) {
                                    case "members" -> MEMBERS;
                                    case "config" -> LogConfig.defaults();
                                    case "isNext" ->
                                            ((OriginRequest) args[0]).previous() == ordered;
                                    case "isOrdered" -> (long) args[1] <= ordered;
                                    case "nowNanos" -> 0L;
                                    default ->
                                            throw new UnsupportedOperationException(
                                                    method.getName());
                                });
    }

    private static OriginRequest request(int origin, long i, int bytes) {
        return new OriginRequest(origin, i == 0 ? OriginRequest.FIRST : i - 1, i, new byte[bytes]);
    }

    @Test
    void aFloodingOriginTakesOnlyItsOwnPlaces() {
        for (long i = 0; i < Proposals.QUEUE_MAX; i++)
            assertTrue(proposals.admit(request(1, i, 1)));
        assertFalse(proposals.admit(request(1, Proposals.QUEUE_MAX, 1)));
        assertTrue(proposals.admit(request(2, 0, 1)));
        assertTrue(proposals.admit(request(3, 0, 1)));
    }

    @Test
    void anOriginsBytesAreBounded() {
        int quarter = (int) (Proposals.QUEUE_BYTES_MAX / 4);
        for (long i = 0; i < 3; i++) assertTrue(proposals.admit(request(1, i, quarter)));
        assertFalse(proposals.admit(request(1, 3, quarter)));
        assertTrue(proposals.admit(request(2, 0, 2 * (int) Proposals.QUEUE_BYTES_MAX)));
    }

    @Test
    void originsAreServedInTurn() {
        for (long i = 0; i < 3; i++) proposals.admit(request(2, i, 1));
        proposals.admit(request(1, 0, 1));
        proposals.admit(request(3, 0, 1));
        assertEquals("1#0 2#0 2#1 2#2 3#0 ", text(proposals.poll()));
        assertEquals("", text(proposals.poll()));
        assertFalse(proposals.hasQueued());
    }

    @Test
    void aValueHoldsAsManyRequestsAsFitAndAtLeastOne() {
        int half = Value.BYTES_MAX / 2;
        for (long i = 0; i < 3; i++) proposals.admit(request(1, i, half - 100));
        proposals.admit(request(2, 0, 2 * Value.BYTES_MAX));
        for (long i = 0; i < 600; i++) proposals.admit(request(3, i, 1));
        assertEquals("1#0 ", text(proposals.poll()));
        assertEquals("2#0 ", text(proposals.poll()));
        List<OriginRequest> third = proposals.poll();
        assertEquals("3#0 3#1 3#2 ", text(third.subList(0, 3)));
        assertTrue(third.size() <= Value.REQUESTS_MAX, () -> "requests: " + third.size());
        List<OriginRequest> more = proposals.poll();
        while (!more.isEmpty()) {
            for (int i = 1; i < more.size(); i++)
                assertTrue(
                        more.get(i).follows(more.get(i - 1))
                                || more.get(i).origin() != more.get(i - 1).origin());
            more = proposals.poll();
        }
    }

    @Test
    void aRequestIsAcceptedOnceAndAgainAfterItsValueHasLost() {
        for (int times = 0; times < 2; times++)
            for (long i = 0; i < 3; i++) proposals.admit(request(1, i, 1));
        List<OriginRequest> all = proposals.poll();
        assertEquals("1#0 1#1 1#2 ", text(all));
        proposals.opened(1, Value.digested(all));
        proposals.admit(request(1, 0, 1));
        assertFalse(proposals.hasQueued());
        ordered = 0;
        proposals.closed(1);
        for (long i = 0; i < 3; i++) proposals.admit(request(1, i, 1));
        assertEquals("1#1 1#2 ", text(proposals.poll()));
    }

    private static OriginRequest requestOfRun(int run, int origin, long i) {
        long first = 2L * run * Order.SPAN;
        long previous = i == 0 ? OriginRequest.FIRST : first + i - 1;
        return new OriginRequest(origin, previous, first + i, new byte[1]);
    }

    @Test
    void requestsOfTwoRunsThatArriveAlternatelyAreAcceptedOnce() {
        for (int times = 0; times < 3; times++)
            for (int run = 0; run < 2; run++)
                for (long i = 0; i < 2; i++) proposals.admit(requestOfRun(run, 1, i));
        List<OriginRequest> earlier = proposals.poll();
        List<OriginRequest> later = proposals.poll();
        assertEquals("1#0 1#1 ", text(earlier));
        assertEquals(requestOfRun(1, 1, 0), later.get(0));
        assertEquals(requestOfRun(1, 1, 1), later.get(1));
        proposals.opened(1, Value.digested(earlier));
        proposals.opened(2, Value.digested(later));
        for (int run = 0; run < 2; run++)
            for (long i = 0; i < 2; i++) proposals.admit(requestOfRun(run, 1, i));
        assertFalse(proposals.hasQueued());
        proposals.admit(requestOfRun(0, 1, 2));
        assertEquals("1#2 ", text(proposals.poll()), "an earlier run continues");
    }

    @Test
    void theRunWithoutNewRequestsForLongestIsForgotten() {
        for (int run = 0; run < Order.RUNS_MAX; run++) proposals.admit(requestOfRun(run, 1, 0));
        proposals.admit(requestOfRun(0, 1, 1));
        proposals.admit(requestOfRun(Order.RUNS_MAX, 1, 0));
        while (!proposals.poll().isEmpty()) {}
        for (int run = 2; run <= Order.RUNS_MAX; run++) proposals.admit(requestOfRun(run, 1, 0));
        proposals.admit(requestOfRun(0, 1, 1));
        assertFalse(proposals.hasQueued());
        proposals.admit(requestOfRun(1, 1, 0));
        assertTrue(proposals.hasQueued());
    }

    private static String text(List<OriginRequest> requests) {
        StringBuilder order = new StringBuilder();
        for (OriginRequest next : requests)
            order.append(next.origin()).append('#').append(next.number()).append(' ');
        return order.toString();
    }
}

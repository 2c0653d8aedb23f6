package io.abcast.ordering.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** One origin's flood of requests takes no other origin's place and no other origin's turn. */
class ProposalsTest {
    private static final Membership MEMBERS = Membership.of(1, 2, 3);

    private final Proposals proposals = new Proposals(ports());

    /** Of a member that has applied nothing: the first request of a life comes next. */
    static Ports ports() {
        return (Ports)
                Proxy.newProxyInstance(
                        Ports.class.getClassLoader(),
                        new Class<?>[] {Ports.class},
                        (proxy, method, args) ->
                                switch (method.getName()) {
                                    case "members" -> MEMBERS;
                                    case "config" -> LogConfig.defaults();
                                    case "isNext" -> ((Value) args[0]).isFirst();
                                    case "nowNanos" -> 0L;
                                    default ->
                                            throw new UnsupportedOperationException(
                                                    method.getName());
                                });
    }

    /** Request i of that member, of so many bytes; 0 is its first. */
    private static Value request(int origin, long i, int bytes) {
        return new Value(origin, i == 0 ? Value.FIRST : i - 1, i, new byte[bytes]);
    }

    @Test
    void anOriginThatFloodsTakesItsOwnPlacesOnly() {
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
        StringBuilder order = new StringBuilder();
        for (Value next; (next = proposals.poll()) != null; )
            order.append(next.origin()).append('#').append(next.request()).append(' ');
        assertEquals("1#0 2#0 3#0 2#1 2#2 ", order.toString());
        assertNull(proposals.poll());
        assertFalse(proposals.hasQueued());
    }
}

package io.abcast.ordering.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Tests that the messages of a member wait until the state that they announce is durable. */
class OutboxTest {
    private int sent;

    private final Effects effects =
            (Effects)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {Effects.class},
                            (proxy, method, args) -> {
                                if (method.getName().equals("send")) sent++;
                                return null;
                            });

    private final Outbox out =
            new Outbox(
                    1,
                    effects,
                    new Journal(effects),
                    message -> Hold.NEVER,
                    new Waits(effects, 1, Membership.of(1, 2, 3)),
                    () -> new byte[0]);

    @Test
    void messagesBeyondTheBoundAreDropped() {
        out.era(1);
        out.changed();
        for (int i = 0; i < Outbox.HELD_MAX + 10; i++) out.sendDurably(2, new ReadAsk(i));
        // A candidate waits for its own Prepare, so the outbox must not drop a message of a member
        // to itself.
        for (int i = 0; i < 10; i++) out.sendDurably(1, new ReadAsk(i % 2));
        out.visitQueues(
                (name, size, bound) -> {
                    if (bound > 0) assertEquals(Outbox.HELD_MAX + 2, size, name);
                });
        assertEquals(0, sent);
        out.flush(1);
        out.onPersisted(1, 2);
        assertEquals(Outbox.HELD_MAX, sent);
        assertEquals(new ReadAsk(0), out.pollSelf());
        assertEquals(new ReadAsk(1), out.pollSelf());
        assertNull(out.pollSelf());
    }
}

package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Node;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.PartitionEntry.Single;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The only replica of a partition, with a log that delivers the payloads that the test chooses. */
class PartitionNodeTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1");

    private final List<byte[]> submitted = new ArrayList<>();
    private final PartitionNode node;
    private Effects below;
    private long zxid;

    PartitionNodeTest() {
        Node log =
                proxy(
                        Node.class,
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("onSubmit"))
                                submitted.add((byte[]) arguments[1]);
                            return null;
                        });
        node =
                new PartitionNode(
                        0,
                        1,
                        MAP,
                        CamuConfig.DEFAULT,
                        7,
                        proxy(GroupEffects.class, (proxy, method, arguments) -> null),
                        effects -> {
                            below = effects;
                            return new PartitionLog(log, () -> true);
                        });
        batch(() -> node.onStart(null));
    }

    private <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void batch(Runnable events) {
        node.onBatchStart(0);
        events.run();
        node.onBatchEnd();
    }

    private void deliver(int payload) {
        below.deliver(new Entry(++zxid, 1, payload, submitted.get(payload)), true);
    }

    private LogPayload payload(int number) {
        return LogPayload.decode(submitted.get(number), MAP);
    }

    /** A leader whose entries are void would write void entries for ever. */
    @Test
    void aPayloadThatTheLogHasMovedEndsTheTerm() {
        batch(() -> deliver(0));
        batch(() -> node.onSubmit(1, new byte[] {1}));
        batch(() -> node.onSubmit(2, new byte[] {2}));
        batch(
                () -> {
                    deliver(2);
                    deliver(1);
                });
        assertInstanceOf(Term.class, payload(submitted.size() - 1));
        batch(() -> deliver(3));
        Batch repeated = assertInstanceOf(Batch.class, payload(4));
        assertEquals(2, ((Single) repeated.entries().get(0)).txn().payload()[0]);
        batch(() -> deliver(4));
        assertEquals(2, node.status().seq());
    }
}

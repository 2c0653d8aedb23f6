package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Node;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.camu.CamuMessage.DigestReport;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.PartitionEntry.DigestNote;
import io.abcast.ordering.camu.PartitionEntry.Single;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the node of a replica that leads its partition. The test chooses which payloads the log of the partition
 * delivers.
 */
class PartitionNodeTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1,2,3");

    private final List<byte[]> submitted = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<Integer> timers = new ArrayList<>();
    private final PartitionNode node;
    private Effects below;
    private long zxid;
    private boolean isLogFull;

    PartitionNodeTest() {
        Node log =
                Fake.of(
                        Node.class,
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("onSubmit")) submit(arguments);
                            if (method.getName().equals("onSnapshotTaken"))
                                events.add("taken " + arguments[0]);
                            return null;
                        });
        node =
                new PartitionNode(
                        0,
                        1,
                        MAP,
                        CamuConfig.DEFAULT,
                        7,
                        Fake.of(GroupEffects.class, this::effect),
                        effects -> {
                            below = effects;
                            return new PartitionLog(log, () -> true);
                        });
        batch(() -> node.onStart(null));
    }

    private void submit(Object[] arguments) {
        if (isLogFull) below.refuse((long) arguments[0], Refusal.BUSY);
        else submitted.add((byte[]) arguments[1]);
    }

    private Object effect(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "deliver" -> events.add("deliver " + ((GroupDelivery) arguments[0]).seq());
            case "freeze" -> events.add("freeze");
            case "takeSnapshot" -> events.add("snapshot " + arguments[0]);
            case "digestAgreed" -> events.add("digest " + arguments[0]);
            case "answer" -> events.add("answer " + arguments[0]);
            case "setTimer" -> timers.add((int) arguments[0]);
            case "readReady" -> events.add("read " + arguments[0]);
            default -> {}
        }
        return null;
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

    @Test
    void aPayloadWaitsForRoomInTheLogAndItsTermGoesOn() {
        batch(() -> deliver(0));
        isLogFull = true;
        batch(() -> node.onSubmit(1, new byte[] {1}));
        batch(() -> node.onSubmit(2, new byte[] {2}));
        assertEquals(1, submitted.size());
        assertTrue(node.leads());
        isLogFull = false;
        timers.clear();
        batch(() -> node.onTimer(NodeTimers.ROOM));
        batch(() -> deliver(1));
        batch(() -> deliver(2));
        assertEquals(3, submitted.size());
        assertEquals(List.of("deliver 1", "deliver 2"), seen());
    }

    private void singles(int first, int last) {
        for (int each = first; each <= last; each++) {
            int number = each;
            batch(() -> node.onSubmit(number, new byte[] {1}));
            batch(() -> deliver(submitted.size() - 1));
        }
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(events);
        events.clear();
        return seen;
    }

    @Test
    void aSnapshotWaitsForItsResultsWhileTheLogGoesOn() {
        batch(() -> deliver(0));
        singles(1, 2);
        batch(() -> below.takeSnapshot(zxid, new byte[0], false));
        long frozenAt = zxid;
        assertEquals(List.of("deliver 1", "deliver 2", "freeze"), seen());
        singles(3, 3);
        batch(() -> node.onResult(2, new byte[1]));
        batch(() -> node.onResult(3, new byte[1]));
        assertEquals(List.of("deliver 3", "answer 2", "answer 3"), seen());
        batch(() -> node.onResult(1, new byte[1]));
        assertEquals(List.of("answer 1", "snapshot " + frozenAt), seen());
        batch(() -> below.takeSnapshot(zxid, new byte[0], false));
        assertEquals(List.of("snapshot " + zxid), seen());
    }

    @Test
    void aReplacedStateEndsTheSnapshotThatWaits() {
        batch(() -> deliver(0));
        singles(1, 1);
        batch(() -> below.takeSnapshot(zxid, new byte[0], false));
        seen();
        batch(() -> node.onRestored(new byte[0]));
        assertEquals(List.of("taken null"), seen());
    }

    @Test
    void aLeaderThatWasPausedBeginsANewTerm() {
        long pause = CamuConfig.DEFAULT.pauseMicrosMax();
        batch(
                () -> {
                    node.onClock(1_000);
                    deliver(0);
                });
        batch(() -> node.onClock(1_000 + pause));
        assertTrue(node.leads());
        assertEquals(1, submitted.size());
        batch(() -> node.onClock(1_001 + 2 * pause));
        assertFalse(node.leads());
        assertInstanceOf(Term.class, payload(1));
        batch(() -> deliver(1));
        assertTrue(node.leads());
    }

    @Test
    void aLeaderHasABatchWithinHalfOfThePauseThatDeposesIt() {
        batch(() -> deliver(0));
        for (int i = 0; i < 3; i++) {
            assertTrue(timers.contains(NodeTimers.WATCH));
            timers.clear();
            batch(() -> node.onTimer(NodeTimers.WATCH));
        }
        assertTrue(
                2 * CamuConfig.DEFAULT.watchNanos() <= CamuConfig.DEFAULT.pauseMicrosMax() * 1_000);
    }

    @Test
    void aReplicaGoesOnAfterASnapshotThatWasNotInstalled() {
        batch(() -> deliver(0));
        SnapshotId snapshot = new SnapshotId(9, 1, 1);
        batch(() -> below.installSnapshot(snapshot, new byte[0], null));
        batch(() -> node.onSnapshotInstalled(snapshot, false));
        singles(1, 1);
        assertEquals(List.of("deliver 1"), seen());
    }

    @Test
    void aReadDuringASnapshotIsAnswered() {
        batch(() -> deliver(0));
        singles(1, 1);
        batch(() -> below.takeSnapshot(zxid, new byte[0], false));
        seen();
        batch(
                () -> {
                    below.readReady(5);
                    node.onRestored(new byte[0]);
                });
        assertTrue(seen().contains("read 5"));
    }

    @Test
    void aLogThatTakesTooSmallPayloadsIsRefused() {
        CamuConfig config = CamuConfig.DEFAULT;
        int most = (int) LogPayload.bytesMax(config, MAP.size());
        create(most);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> create(most - 1));
        assertTrue(
                e.getMessage().startsWith("batch_bytes_max and payload_bytes_max: "),
                e.getMessage());
    }

    private void create(int logBytesMax) {
        new PartitionNode(
                0,
                1,
                MAP,
                CamuConfig.DEFAULT,
                7,
                Fake.of(GroupEffects.class, this::effect),
                effects ->
                        new PartitionLog(
                                Fake.of(Node.class, (proxy, method, arguments) -> null),
                                () -> true,
                                logBytesMax));
    }

    @Test
    void theLogGetsTheDigestThatAMajorityShares() {
        batch(() -> deliver(0));
        batch(() -> node.onDigest(10, new byte[] {1}));
        batch(() -> node.onGroupMessage(0, 2, new DigestReport(10, new byte[] {2})));
        batch(() -> node.onGroupMessage(0, 2, new DigestReport(10, new byte[] {2})));
        assertEquals(1, submitted.size());
        batch(() -> node.onGroupMessage(0, 3, new DigestReport(10, new byte[] {2})));
        DigestNote note = (DigestNote) ((Batch) payload(1)).entries().get(0);
        assertEquals(10, note.seq());
        assertEquals(2, note.digest()[0]);
        batch(() -> deliver(1));
        assertEquals(List.of("digest 10"), seen());
        batch(() -> node.onDigest(10, new byte[] {1}));
        batch(() -> node.onGroupMessage(0, 2, new DigestReport(10, new byte[] {1})));
        assertEquals(2, submitted.size());
    }
}

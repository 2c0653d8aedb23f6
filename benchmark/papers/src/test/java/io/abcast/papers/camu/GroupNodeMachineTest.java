package io.abcast.papers.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.papers.camu.arena.OperationMeter;
import io.abcast.papers.camu.arena.PartitionArena;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.arena.SiteDelays;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the driver of a node that is the only replica of its partition. */
final class GroupNodeMachineTest {
    private static final long MILLI = 1_000_000;

    private record Copy(byte[] payload, int[] groups) implements Message {
        @Override
        public int wireBytes() {
            return payload.length;
        }
    }

    private record Submitted(long request, int[] groups, byte[] payload) {}

    private static final class UnorderedNode implements GroupNode {
        private static final GroupTimestamp NO_ORDER = new GroupTimestamp(0, 0, 1);

        final GroupEffects effects;
        final int group;
        final List<Long> clockMicros = new ArrayList<>();
        final List<Long> expired = new ArrayList<>();
        private final ArrayDeque<Submitted> waiting = new ArrayDeque<>();
        private long now;
        private boolean isPersisted;
        private long seq;
        private long results;

        UnorderedNode(int group, GroupEffects effects) {
            this.group = group;
            this.effects = effects;
        }

        @Override
        public void onStart(Recovered recovered) {
            effects.setTimer(0, 7 * MILLI);
            effects.setTimer(0, 3 * MILLI);
            effects.setTimer(1, MILLI);
            effects.cancelTimer(1);
            effects.persist(new byte[0]);
        }

        @Override
        public void onBatchStart(long nowNanos) {
            now = nowNanos;
        }

        @Override
        public void onClock(long epochMicros) {
            clockMicros.add(epochMicros);
        }

        @Override
        public void onBatchEnd() {}

        @Override
        public void onSubmit(long request, int[] groups, byte[] payload) {
            waiting.add(new Submitted(request, groups, payload));
            effects.append(null);
        }

        @Override
        public void onSynced(long position) {
            Submitted next = waiting.remove();
            for (int each : next.groups)
                if (each != group)
                    effects.sendTo(
                            each,
                            GroupNodeMachine.serverOf(each),
                            new Copy(next.payload, next.groups));
            deliver(next.groups, next.payload);
        }

        private void deliver(int[] groups, byte[] payload) {
            effects.deliver(new GroupDelivery(++seq, NO_ORDER, groups, payload));
        }

        @Override
        public void onGroupMessage(int from, int server, Message message) {
            assertEquals(GroupNodeMachine.serverOf(from), server);
            Copy copy = (Copy) message;
            deliver(copy.groups, copy.payload);
        }

        @Override
        public void onResult(long itsSeq, byte[] result) {
            assertEquals(++results, itsSeq);
        }

        @Override
        public void onDigest(long itsSeq, byte[] digest) {
            throw new AssertionError(itsSeq);
        }

        @Override
        public void onTimer(int kind) {
            assertEquals(0, kind);
            expired.add(now);
        }

        @Override
        public void onRestored(byte[] state) {}

        @Override
        public void onSubmit(long request, byte[] payload) {}

        @Override
        public void onReconfigure(long request, MembershipChange change) {}

        @Override
        public void onRead(long read) {}

        @Override
        public void onMessage(int from, Message message) {}

        @Override
        public void onPersisted(long version) {
            assertEquals(1, version);
            isPersisted = true;
        }

        @Override
        public void onLogRead(long afterZxid, List<Entry> entries) {}

        @Override
        public void onSnapshotTaken(SnapshotId snapshot, Digest content) {}

        @Override
        public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

        @Override
        public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

        @Override
        public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {}

        @Override
        public void onReachable(Set<Integer> members) {}
    }

    @Test
    void drivesTheNodesOfAllPartitions() {
        UnorderedNode[] nodes = new UnorderedNode[2];
        Map<Long, PartitionOperation> operations = new HashMap<>();
        OperationMeter meter = new OperationMeter(0, 1);
        long[] ids = new long[1];
        PartitionArena arena =
                new PartitionArena(
                        SiteDelays.one(2, 2 * MILLI),
                        100_000,
                        (partition, now) ->
                                now >= 20 * MILLI
                                        ? null
                                        : new PartitionOperation(
                                                ++ids[0], partition, new int[] {0, 1}, 0),
                        meter,
                        (self, context) ->
                                new GroupNodeMachine(
                                        self,
                                        5 * MILLI,
                                        context,
                                        operations,
                                        effects -> {
                                            nodes[self] = new UnorderedNode(self, effects);
                                            return nodes[self];
                                        }));
        for (int i = 0; i < 2; i++) arena.start(i, 0);
        assertTrue(arena.runToEnd(20 * MILLI, 100 * MILLI));
        assertEquals(8, meter.multiLatencies().length);
        // The origin partition needs 0.1 ms to send the operation before it delivers the operation.
        assertEquals(100_000, meter.multiLatencies()[0]);
        // The operation travels for 2 ms to the other partition, which needs 0.1 ms more to receive
        // the operation.
        assertEquals(2_200_000, meter.completions()[0]);
        for (UnorderedNode each : nodes) {
            assertTrue(each.isPersisted);
            assertEquals(List.of(3 * MILLI), each.expired);
            assertTrue(each.clockMicros.contains(5_000L));
        }
    }

    @Test
    void answersForgetTheOperation() {
        Map<Long, PartitionOperation> operations = new HashMap<>();
        GroupNodeMachine[] machines = new GroupNodeMachine[1];
        PartitionArena arena =
                new PartitionArena(
                        SiteDelays.one(1, MILLI),
                        0,
                        (partition, now) ->
                                now > 0 ? null : new PartitionOperation(9, 0, new int[] {0}, 0),
                        new OperationMeter(0, 1),
                        (self, context) -> {
                            machines[0] =
                                    new GroupNodeMachine(
                                            self,
                                            MILLI,
                                            context,
                                            operations,
                                            effects -> new UnorderedNode(self, effects));
                            return machines[0];
                        });
        arena.start(0, 0);
        arena.runUntil(MILLI / 2);
        assertEquals(Set.of(9L), operations.keySet());
        machines[0].answer(1, new GroupAnswers(UnorderedNode.NO_ORDER, new int[0], new byte[0][]));
        assertTrue(operations.isEmpty());
    }
}

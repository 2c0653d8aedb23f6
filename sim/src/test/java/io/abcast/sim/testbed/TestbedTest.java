package io.abcast.sim.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests the closed loop of clients with a server that orders requests alone, so that the test can compute every
 * measured value in advance.
 */
final class TestbedTest {
    private static final long CPU = 100_000;
    private static final long FAST = 125_000_000_000L;

    @Test
    void busyThreadBoundsTheThroughput() {
        TestbedMeasurement m = measure(new Hardware(FAST, 0, CPU), load(50, 100, 0), 1);
        assertEquals(1e9 / (2 * CPU), m.throughput(), 1);
        assertEquals(1, m.leaderCpu(), 0.001);
    }

    @Test
    void busyLinkBoundsTheThroughput() {
        TestbedMeasurement m = measure(new Hardware(1_000_000, 0, 1_000), load(50, 100, 0), 1);
        assertEquals(1, m.leaderOut(), 0.01);
        double bytes = 1_000_000 / m.throughput();
        assertTrue(bytes > 1_049 && bytes < 1_200, () -> "bytes for each answer: " + bytes);
    }

    @Test
    void fewClientsDoNotWaitForEachOther() {
        TestbedMeasurement m = measure(new Hardware(FAST, 0, CPU), load(1, 100, 20_000_000), 1);
        double cycleNanos = 20e6 + 4 * CPU;
        assertEquals(1e9 / cycleNanos, m.throughput(), 1);
        assertEquals(0, m.latencyMillis(), 1e-9);
    }

    @Test
    void readsLoadTheServerAndAreNotOrdered() {
        TestbedMeasurement all = measure(new Hardware(FAST, 0, CPU), load(50, 100, 0), 1);
        TestbedMeasurement tenth = measure(new Hardware(FAST, 0, CPU), load(50, 10, 0), 1);
        assertEquals(0.1, tenth.throughput() / all.throughput(), 0.01);
    }

    @Test
    void sameSeedGivesTheSameFigures() {
        Hardware hardware = new Hardware(FAST, 0, CPU);
        TestbedLoad load = load(20, 50, 10_000_000);
        assertEquals(measure(hardware, load, 7), measure(hardware, load, 7));
        assertNotEquals(measure(hardware, load, 7), measure(hardware, load, 8));
    }

    @Test
    void protocolThatOrdersNothingIsAnError() {
        ServerFactory deaf =
                (id, members, seed, effects) ->
                        new ServerFactory.Instance(new Alone(effects, false), new Always());
        IllegalStateException e =
                assertThrows(
                        IllegalStateException.class,
                        () ->
                                Testbed.measure(
                                        1,
                                        new Hardware(FAST, 0, CPU),
                                        load(1, 100, 0),
                                        deaf,
                                        1,
                                        0,
                                        1,
                                        1));
        assertTrue(e.getMessage().contains("the warm-up does not end"), e.getMessage());
    }

    private static TestbedLoad load(int clients, int writePercent, long waitNanos) {
        return new TestbedLoad(clients, 5, writePercent, 1_024, waitNanos, waitNanos);
    }

    private static TestbedMeasurement measure(Hardware hardware, TestbedLoad load, long seed) {
        ServerFactory alone =
                (id, members, nodeSeed, effects) ->
                        new ServerFactory.Instance(new Alone(effects, true), new Always());
        return Testbed.measure(1, hardware, load, alone, 200, 0, 1_000, seed);
    }

    private record Always() implements ServerFactory.Gauge {
        @Override
        public boolean serves() {
            return true;
        }

        @Override
        public boolean leads() {
            return true;
        }

        @Override
        public long acksReceived() {
            return 0;
        }

        @Override
        public boolean fallenBack() {
            return false;
        }

        @Override
        public double coin() {
            return Double.NaN;
        }
    }

    private static final class Alone implements Node {
        private final Effects effects;
        private final boolean orders;
        private Entry last = new Entry(Zxid.of(1, 0), 1, 0, new byte[0]);

        Alone(Effects effects, boolean orders) {
            this.effects = effects;
            this.orders = orders;
        }

        @Override
        public void onSubmit(long request, byte[] payload) {
            last = new Entry(last.zxid() + 1, 1, request, payload);
            if (orders) effects.append(last);
        }

        @Override
        public void onSynced(long position) {
            effects.deliver(last, true);
        }

        @Override
        public void onStart(Recovered recovered) {}

        @Override
        public void onBatchStart(long nowNanos) {}

        @Override
        public void onBatchEnd() {}

        @Override
        public void onReconfigure(long request, MembershipChange change) {}

        @Override
        public void onRead(long read) {}

        @Override
        public void onMessage(int from, Message message) {}

        @Override
        public void onPersisted(long version) {}

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
        public void onTimer(int kind) {}

        @Override
        public void onReachable(Set<Integer> members) {}
    }
}

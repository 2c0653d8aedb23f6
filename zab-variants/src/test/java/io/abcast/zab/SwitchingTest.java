package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.log.Durability;
import io.abcast.sim.Cluster;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.DiskModel;
import io.abcast.sim.NetworkModel;
import io.abcast.sim.Trace;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a small simulated cluster with all checkers switches between ZabCT and Zab's mode "without stopping
 * abdelivery" (EL-Sanosi 2018, section 4.2.1).
 */
@Execution(ExecutionMode.CONCURRENT)
class SwitchingTest {
    private static final long MILLI = 1_000_000;
    private static final long LATENCY = MILLI;
    private static final long ROUND_TRIP = 2 * LATENCY + MILLI / 2;

    private static final long HINT = 20 * MILLI;

    private static final long AROUND = 50 * MILLI;

    private record Delivery(long at, long waited) {}

    private final List<Delivery> deliveries = new ArrayList<>();
    private final List<Long> switches = new ArrayList<>();
    private final List<Long> proposedAt = new ArrayList<>();
    private Cluster cluster;
    private int submitted;

    private int restarted;

    private Cluster start(int members, List<Policies> policies) {
        ZabSubject subject = VariantSubject.broken("ZAB_CT", (id, all) -> new Clock(id));
        ClusterModel quiet = ClusterModel.quiet(members, Durability.FSYNC, ZabCodec.INSTANCE);
        ClusterModel model =
                new ClusterModel(
                        quiet.members(),
                        new NetworkModel(LATENCY, 20_000, 0, 1_000, 0, 0, false),
                        new DiskModel(
                                Durability.FSYNC,
                                quiet.disk().limits(),
                                50_000,
                                100_000,
                                100_000,
                                MILLI,
                                true,
                                false,
                                0,
                                DiskModel.Lie.NONE),
                        quiet.codec(),
                        ClusterModel.Hints.ACCURATE,
                        1_000,
                        false,
                        0,
                        100,
                        quiet.requestNanos(),
                        quiet.inboxBytesMax(),
                        false,
                        0);
        ZabConfig config = Scenario.config(1 << 20, 1 << 20);
        cluster = new Cluster(model, subject.factory(config, policies), 7, Trace.off());
        cluster.startAll();
        cluster.runUntil(() -> cluster.leader() != 0, 5_000 * MILLI);
        return cluster;
    }

    private final class Clock extends Tap {
        private final int id;

        Clock(int id) {
            this.id = id;
        }

        @Override
        void appended(Entry entry) {
            int number = ByteBuffer.wrap(entry.payload()).getInt();
            if (proposedAt.get(number) == 0) proposedAt.set(number, cluster.now());
        }

        @Override
        void delivered(Entry entry) {
            int number = ByteBuffer.wrap(entry.payload()).getInt();
            long now = cluster.now();
            if (id != restarted) deliveries.add(new Delivery(now, now - proposedAt.get(number)));
        }

        @Override
        void reported(String line) {
            if (line.startsWith("switching to ")) switches.add(cluster.now());
        }
    }

    private void load(long nanos, int perSecond) {
        long until = cluster.now() + nanos;
        while (cluster.now() < until && cluster.ok()) {
            int id = cluster.members().id(submitted % cluster.members().size());
            if (cluster.up(id)) {
                proposedAt.add(0L);
                cluster.submit(id, ByteBuffer.allocate(8).putInt(submitted++).array());
            } else {
                proposedAt.add(0L);
                submitted++;
            }
            cluster.runFor(1_000_000_000L / perSecond);
        }
        assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
    }

    private boolean isAroundASwitch(Delivery d) {
        return switches.stream()
                .anyMatch(at -> Math.abs(d.at() - d.waited() / 2 - at) < AROUND / 2);
    }

    private long longestWait(boolean aroundASwitch) {
        return deliveries.stream()
                .filter(d -> isAroundASwitch(d) == aroundASwitch)
                .mapToLong(Delivery::waited)
                .max()
                .orElse(0);
    }

    private void assertNeverPaused(long noticed) {
        long usual = longestWait(false);
        long then = longestWait(true);
        assertTrue(then > 0, "deliveries around a switch");
        assertTrue(
                then <= usual + noticed + ROUND_TRIP,
                "around a switch a delivery took " + then + " ns, otherwise up to " + usual);
    }

    private static Policies policies(String protocol) {
        CoinSettings coin = new CoinSettings("a", 1e6, 0.005, 0.1, 0.001, 0.1, false, false);
        return Variants.policies(protocol, coin, false);
    }

    /**
     * At a low rate of abcasts, no probability of Head is feasible, because followers toss again only at the next
     * abcast or when timer D expires.
     */
    private static Policies byTheLoad(String protocol) {
        CoinSettings coin = new CoinSettings("a", 0, 0.005, 0.1, 0.001, 0.1, false, false);
        return Variants.policies(protocol, coin, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZAB_CT", "ZAB_CT_LITE"})
    void switchesWithTheLoadAndNeverPauses(String protocol) {
        start(3, List.of(byTheLoad(protocol)));
        load(1_000 * MILLI, 50);
        int before = switches.size();
        load(2_000 * MILLI, 1_000);
        int high = switches.size();
        load(2_000 * MILLI, 50);
        int low = switches.size();
        load(4_000 * MILLI, 1_000);
        assertEquals(0, before, "p is infeasible");
        assertEquals(1, high - before, "to the coin's mode");
        assertEquals(1, low - high, "back");
        assertEquals(1, switches.size() - low, "to the coin's mode again");
        assertNeverPaused(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZAB_CT", "ZAB_CT_LITE", "ZAB_AA"})
    void switchesWhenAFollowerGoesAndComesAndNeverPauses(String protocol) {
        start(3, List.of(policies(protocol)));
        restarted = 1;
        load(2_000 * MILLI, 500);
        assertEquals(1, switches.size(), "to its own mode");
        cluster.crash(1);
        load(500 * MILLI, 500);
        assertEquals(2, switches.size(), "to Zab");
        cluster.start(1);
        load(4_000 * MILLI, 500);
        assertEquals(3, switches.size(), "and back");
        assertNeverPaused(HINT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZAB_CT", "ZAB_CT_LITE", "ZAB_AA"})
    void dampsRepeatedSwitches(String protocol) {
        start(3, List.of(policies(protocol)));
        for (int i = 0; i < 60; i++) {
            if (cluster.up(1)) cluster.crash(1);
            else cluster.start(1);
            load(1_000 * MILLI, 100);
        }
        assertTrue(switches.size() <= 14, "switches in a minute: " + switches.size());
        assertTrue(switches.size() >= 2, "switches in a minute: " + switches.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZAB_CT", "ZAB_CT_LITE", "ZAB_AA"})
    void survivesACrashOfTheLeaderInTheMiddleOfASwitch(String protocol) {
        for (int effects = 0; effects < 24; effects++) {
            deliveries.clear();
            switches.clear();
            proposedAt.clear();
            submitted = 0;
            start(3, List.of(policies(protocol)));
            load(1_000 * MILLI, 300);
            assertEquals(1, switches.size(), "to its own mode");
            int leader = cluster.leader();
            cluster.crash(1);
            cluster.crashAfter(leader, effects);
            load(20 * MILLI, 300);
            cluster.start(1);
            load(500 * MILLI, 300);
            cluster.heal();
            load(2_000 * MILLI, 300);
            assertTrue(cluster.leader() != 0, "a leader");
            cluster.history().audit();
            assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
        }
    }

    @Test
    void mixedEnsemblesRunTheProtocolOfTheirLeader() {
        List<String> protocols = List.of("ZAB_AA_LITE", "ZAB_CT", "ZAB_AA");
        start(3, protocols.stream().map(SwitchingTest::policies).toList());
        for (int i = 0; i < 9; i++) {
            load(1_500 * MILLI, 200);
            int leader = cluster.leader();
            assertTrue(leader != 0, "a leader");
            for (int id : cluster.members().ids()) {
                ZabStatus status = ((ZabProbe) cluster.probe(id)).node().status();
                assertEquals(protocols.get(leader - 1), status.protocol(), "at " + id);
            }
            int other = leader % 3 + 1;
            // The member with the longest history becomes the next leader when all members are up
            // again.
            cluster.crash(other);
            load(50 * MILLI, 200);
            cluster.crash(leader);
            cluster.start(other);
            load(500 * MILLI, 200);
            cluster.start(leader);
        }
    }
}

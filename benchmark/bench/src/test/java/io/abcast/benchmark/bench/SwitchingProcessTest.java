package io.abcast.benchmark.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.load.NetworkTarget;
import io.abcast.client.ClientLoops;
import io.abcast.load.LoadEngine;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.RateSchedule.Step;
import io.abcast.load.ReadKind;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.ClusterSpec;
import io.abcast.testkit.LocalEnsemble;
import io.abcast.testkit.ServerProcess;
import io.abcast.testkit.TestClusters;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests how three real ZAB_CT servers without batching switch between Zab's mode and the coin under a load that rises
 * and falls.
 */
@Tag("process")
@Isolated
final class SwitchingProcessTest {
    private static final Duration START = Duration.ofSeconds(60);

    /**
     * At 100 requests per second, waiting for acks of other followers takes longer than waiting for the leader's
     * commit, so Zab's mode is better.
     */
    private static final double FEW = 100;

    /**
     * The rate at which the coin is faster depends on the host's network delay, so each further phase doubles the rate.
     */
    private static final int MANY = 2_000;

    /** On a busy host, a phase of high load may end before all followers vote for the coin. */
    private static final int ROUNDS = 5;

    private static final double LOW_SECONDS = 2;
    private static final double HIGH_SECONDS = 5;

    private static final long WAIT_MILLIS_MAX = 5_000;

    private static final long POLL_MILLIS = 50;

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private LocalEnsemble cluster;

    @AfterEach
    void close() {
        if (cluster != null) cluster.close();
        loops.close();
    }

    @Test
    void underLoadTheCoinIsTossedThenZabReturnsAndDeliveryContinues() throws Exception {
        start();
        long elections = sum(Counter.ELECTIONS);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            steps.add(new Step(FEW, LOW_SECONDS));
            steps.add(new Step(MANY << i, HIGH_SECONDS));
        }
        steps.add(new Step(FEW, LOW_SECONDS));
        RateSchedule schedule = new RateSchedule(steps);
        LoadEngine load = load(schedule);
        List<Boolean> modes = new ArrayList<>();
        load.start();
        awaitConnections(load);
        long end = System.nanoTime() + (long) ((schedule.seconds() + 2 * LOW_SECONDS) * 1e9);
        while (!backInZab(modes) && System.nanoTime() < end) {
            note(modes);
            Thread.sleep(POLL_MILLIS);
        }
        LoadFigures figures = load.poll().plus(load.stop());
        System.out.printf(
                "Zab's mode: %s; longest wait %.1f ms; %,d writes%n",
                modes, figures.latency().getMaxValue() / 1000.0, figures.writes());
        assertTrue(backInZab(modes), "expected Zab's mode, the coin, and Zab's mode: " + modes);
        assertTrue(sum(Counter.SWITCHES) >= 2);
        assertEquals(elections, sum(Counter.ELECTIONS), "a switch must not cause an election");
        assertEquals("", figures.errorText());
        assertTrue(
                figures.latency().getMaxValue() < WAIT_MILLIS_MAX * 1000,
                () -> "a request waited " + figures.latency().getMaxValue() + " us");
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
    }

    private static void awaitConnections(LoadEngine load) throws InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        LoadFigures figures;
        do {
            assertTrue(System.nanoTime() < deadline, "no request answered within " + START);
            Thread.sleep(POLL_MILLIS);
            figures = load.poll();
        } while (figures.writes() == 0 || figures.errorsTotal() > 0);
    }

    private static boolean backInZab(List<Boolean> modes) {
        return modes.size() >= 3 && modes.get(0);
    }

    private void note(List<Boolean> modes) throws IOException {
        MemberFigures leader = cluster.control(cluster.leader()).figures();
        boolean zab = leader.policy().zabMode();
        assertEquals("ZAB_CT", leader.policy().protocol());
        if (modes.isEmpty() || modes.get(modes.size() - 1) != zab) modes.add(zab);
    }

    private long sum(Counter counter) throws IOException {
        long sum = 0;
        for (ServerProcess server : cluster.servers())
            sum += cluster.control(server.id()).figures().counter(counter);
        return sum;
    }

    private LoadEngine load(RateSchedule schedule) {
        LoadSpec spec = new LoadSpec(1, schedule, 100, 256, 0, 0, 1000, 1, ReadKind.LOCAL);
        return new LoadEngine(
                spec,
                loops.all(),
                (loop, part) ->
                        new NetworkTarget(
                                (EventLoop) loop, part, cluster.addresses(), new int[] {2, 2, 2}));
    }

    private void start() throws IOException {
        // With batching, one ack covers more abcasts as the load rises, so the coin would never be
        // faster on a fast host.
        cluster =
                new LocalEnsemble(
                        new ClusterSpec(
                                3,
                                "ZAB_CT",
                                TestClusters.config("ZAB_CT"),
                                "memory",
                                false,
                                directory,
                                TestClusters.flags("256m"),
                                List.of()));
        cluster.start(START);
        assertNotEquals(0, cluster.leader());
    }
}

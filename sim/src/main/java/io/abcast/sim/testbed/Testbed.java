package io.abcast.sim.testbed;

import io.abcast.kernel.Membership;
import io.abcast.sim.EventQueue;
import io.abcast.sim.Rng;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Runs one experiment with a simulated cluster in virtual time. The servers form a cluster, clients send requests, and
 * after a warm-up the testbed measures a number of writes. Not thread-safe.
 */
public final class Testbed {
    private static final long SECOND = 1_000_000_000L;

    private static final long STALLED_NANOS = 60 * SECOND;

    private static final long START_NANOS = 50_000_000;

    private static final long SAMPLE_NANOS = 50_000_000;

    private final EventQueue queue = new EventQueue();
    private final Meter meter = new Meter();
    private final Server[] servers;

    private double coins;
    private int coinSamples;
    private int fallenBack;
    private int samples;

    private record Mark(long nanos, Server leader, long acks, long cpu, long out, long in) {}

    private Testbed(
            int size, Hardware hardware, TestbedLoad load, ServerFactory factory, long seed) {
        Rng random = new Rng(seed);
        Membership members = Membership.of(IntStream.rangeClosed(1, size).toArray());
        int hosts = size + load.machines();
        servers = new Server[size];
        for (int rank = 0; rank < size; rank++)
            servers[rank] =
                    new Server(
                            hardware,
                            queue,
                            rank,
                            hosts,
                            members,
                            load,
                            meter,
                            factory,
                            random.nextLong());
        for (Server server : servers) server.start(servers);
        run(this::formed, "the cluster does not form");
        ClientMachine[] machines = new ClientMachine[load.machines()];
        for (int i = 0; i < machines.length; i++)
            machines[i] =
                    new ClientMachine(
                            hardware, queue, size + i, hosts, load, servers, random.split());
        for (int i = 0; i < load.clients(); i++)
            machines[i % machines.length].begin(new Client(i % size), START_NANOS);
    }

    /**
     * Runs an experiment in the testbed and measures the cluster.
     *
     * @param size number of servers in the cluster.
     * @param warmUpWrites number of writes of clients before the measurement begins.
     * @param warmUpNanos minimum virtual time in ns before the measurement begins.
     * @param writes number of writes of clients that are measured.
     */
    public static TestbedMeasurement measure(
            int size,
            Hardware hardware,
            TestbedLoad load,
            ServerFactory factory,
            int warmUpWrites,
            long warmUpNanos,
            int writes,
            long seed) {
        Testbed testbed = new Testbed(size, hardware, load, factory, seed);
        long warm = testbed.queue.now() + warmUpNanos;
        testbed.run(
                () -> testbed.meter.writes() >= warmUpWrites && testbed.queue.now() >= warm,
                "the warm-up does not end");
        return testbed.measure(writes);
    }

    private TestbedMeasurement measure(int writes) {
        meter.reset();
        Mark before = mark();
        sample();
        run(() -> meter.writes() >= writes, "the measurement does not end");
        Mark after = mark();
        if (after.leader() != before.leader())
            throw new IllegalStateException("the leader changed during the measurement");
        double nanos = after.nanos() - before.nanos();
        double perServer = (double) meter.abdeliveries() / servers.length;
        return new TestbedMeasurement(
                meter.latencyNanos() / 1e6 / meter.writes(),
                perServer * SECOND / nanos,
                meter.messages() / perServer,
                (after.acks() - before.acks()) / perServer,
                coins / coinSamples,
                (double) fallenBack / samples,
                (after.cpu() - before.cpu()) / nanos,
                (after.out() - before.out()) / nanos,
                (after.in() - before.in()) / nanos);
    }

    private Mark mark() {
        Server leader = leader();
        return new Mark(
                queue.now(),
                leader,
                leader.gauge().acksReceived(),
                leader.cpuNanos(),
                leader.card().outNanos(),
                leader.card().inNanos());
    }

    private void sample() {
        samples++;
        if (leader().gauge().fallenBack()) fallenBack++;
        for (Server server : servers) {
            double coin = server.gauge().leads() ? Double.NaN : server.gauge().coin();
            if (Double.isNaN(coin)) continue;
            coins += coin;
            coinSamples++;
        }
        queue.at(queue.now() + SAMPLE_NANOS, this::sample);
    }

    private boolean formed() {
        for (Server server : servers) if (!server.serves()) return false;
        return true;
    }

    private Server leader() {
        for (Server server : servers) if (server.gauge().leads()) return server;
        throw new IllegalStateException("expected a leader at " + queue.now() + " ns, found none");
    }

    private void run(BooleanSupplier done, String otherwise) {
        long progress = queue.now();
        long abdelivered = -1;
        while (!done.getAsBoolean()) {
            if (meter.abdeliveries() != abdelivered) {
                abdelivered = meter.abdeliveries();
                progress = queue.now();
            }
            if (queue.now() - progress > STALLED_NANOS || queue.isEmpty())
                throw new IllegalStateException(
                        otherwise + ": nothing was abdelivered for " + STALLED_NANOS + " ns");
            queue.runNext();
        }
    }
}

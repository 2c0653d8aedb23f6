package io.abcast.papers.wan;

import io.abcast.kernel.Membership;
import io.abcast.sim.EventQueue;
import io.abcast.sim.Rng;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;

/**
 * An ensemble of EPaxos in virtual time, with one member at each site. A run of the ensemble is deterministic for a
 * given random seed.
 */
public final class WideCluster {
    private static final double MILLI = 1e6;
    private static final long FOUNDING_NANOS = 60_000_000_000L;
    private static final double FIRST_SHARE = 0.2;

    private final EventQueue queue = new EventQueue();
    private final WideMachine[] machines;
    private final WideNetwork network;

    /** One entry for each site; {@code null} if the node of the site sends payloads directly. */
    private final SiteForest[] forests;

    private final Rng random;
    private long keys;

    public WideCluster(WideLinks links, WideSettings settings, long seed) {
        int n = links.size();
        random = new Rng(seed);
        network = new WideNetwork(queue, links);
        machines = new WideMachine[n];
        int[] ids = new int[n];
        for (int rank = 0; rank < n; rank++) ids[rank] = rank + 1;
        Membership members = Membership.of(ids);
        forests = new SiteForest[n];
        for (int rank = 0; rank < n; rank++) {
            int site = rank;
            long itsSeed = random.nextLong();
            machines[rank] =
                    new WideMachine(
                            rank,
                            members,
                            queue,
                            network,
                            settings,
                            itsSeed,
                            machine -> forest(site, members, settings, itsSeed, machine));
            network.connect(rank, machines[rank]);
        }
        for (WideMachine machine : machines) machine.start();
        while (!serves()) {
            if (queue.now() > FOUNDING_NANOS)
                throw new IllegalStateException("the ensemble was not founded");
            queue.runNext();
        }
    }

    private SiteForest forest(
            int rank, Membership members, WideSettings settings, long seed, WideMachine machine) {
        WideOverlays overlays = settings.overlays();
        if (overlays != null)
            forests[rank] = new SiteForest(rank, members, queue, network, overlays, seed, machine);
        return forests[rank];
    }

    private boolean serves() {
        for (WideMachine machine : machines) if (!machine.serves()) return false;
        return true;
    }

    /** Runs the ensemble under a load, and measures the ensemble after the warm-up of the load. */
    public WideMeasurement measure(WideLoad load) {
        return measure(load, null);
    }

    /**
     * Runs the ensemble under a load, and measures the ensemble after the warm-up of the load.
     *
     * @param planner makes a new plan after three quarters of the warm-up, from measurements of the third quarter; if
     *     {@code null}, the first plan stays in use
     */
    public WideMeasurement measure(WideLoad load, WidePlanner planner) {
        begin(load);
        long warmUp = (long) (load.warmUpMillis() * MILLI);
        if (planner != null) {
            runFor(2 * (warmUp / 4));
            double[] up = otherBytes(rank -> network.uplink(rank).otherBytes());
            double[] down = otherBytes(network::downOtherBytes);
            runFor(warmUp / 4);
            WideOverlays plan =
                    planner.plan(
                            mbit(up, rank -> network.uplink(rank).otherBytes(), warmUp / 4),
                            mbit(down, network::downOtherBytes, warmUp / 4));
            for (SiteForest forest : forests) forest.plan(plan);
            warmUp -= 3 * (warmUp / 4);
        }
        runFor(warmUp);
        for (WideMachine machine : machines) machine.meter().reset();
        long[] busy = new long[machines.length];
        for (int rank = 0; rank < busy.length; rank++)
            busy[rank] = network.uplink(rank).busyNanos();
        long nanos = (long) (load.measuredMillis() * MILLI);
        runFor(nanos);
        long busiest = 0;
        for (int rank = 0; rank < busy.length; rank++)
            busiest = Math.max(busiest, network.uplink(rank).busyNanos() - busy[rank]);
        double toMbit = load.requestBytes() * 8_000.0 / nanos;
        long offered = sum(SiteMeter::offeredCount);
        long committed = sum(SiteMeter::committedCount);
        return new WideMeasurement(
                offered * toMbit,
                committed * toMbit,
                sum(SiteMeter::deliveredCount) * toMbit / machines.length,
                sum(SiteMeter::commitNanosSum) / MILLI / committed,
                sum(SiteMeter::executionNanosSum) / MILLI / sum(SiteMeter::executedCount),
                (double) sum(SiteMeter::refusedCount) / offered,
                (double) busiest / nanos);
    }

    void begin(WideLoad load) {
        for (int rank = 0; rank < machines.length; rank++)
            if (load.offeredMbit()[rank] > 0) new Clients(rank, load).begin();
    }

    int request(int rank, int bytes) {
        machines[rank].request(payload(bytes));
        return meter(rank).requests();
    }

    SiteMeter meter(int rank) {
        return machines[rank].meter();
    }

    private double[] otherBytes(IntToLongFunction counter) {
        double[] bytes = new double[machines.length];
        for (int rank = 0; rank < bytes.length; rank++) bytes[rank] = counter.applyAsLong(rank);
        return bytes;
    }

    private double[] mbit(double[] before, IntToLongFunction counter, long nanos) {
        double[] rates = otherBytes(counter);
        for (int rank = 0; rank < rates.length; rank++)
            rates[rank] = (rates[rank] - before[rank]) * 8_000 / nanos;
        return rates;
    }

    private long sum(ToLongFunction<SiteMeter> count) {
        long all = 0;
        for (WideMachine machine : machines) all += count.applyAsLong(machine.meter());
        return all;
    }

    WideMachine machine(int rank) {
        return machines[rank];
    }

    EventQueue queue() {
        return queue;
    }

    void runFor(long nanos) {
        long until = queue.now() + nanos;
        while (queue.nextTime() <= until) queue.runNext();
    }

    byte[] payload(int bytes) {
        byte[] payload = new byte[bytes];
        long key = ++keys;
        for (int i = 0; i < 8; i++) payload[i] = (byte) (key >>> (8 * i));
        return payload;
    }

    /**
     * Open loop: the clients' rate does not depend on answers, and grows linearly during the first half of the warm-up.
     */
    private final class Clients implements Runnable {
        private final int rank;
        private final WideLoad load;
        private final long intervalNanos;
        private final long beganNanos = queue.now();
        private final Rng dice = random.split();

        Clients(int rank, WideLoad load) {
            this.rank = rank;
            this.load = load;
            intervalNanos = load.intervalNanos(rank);
        }

        void begin() {
            queue.at(queue.now() + dice.between(0, intervalNanos), this);
        }

        @Override
        public void run() {
            long mean = Math.round(intervalNanos / rampUp());
            long tenth = mean / 10;
            queue.at(queue.now() + dice.between(mean - tenth, mean + tenth), this);
            machines[rank].request(payload(load.requestBytes()));
        }

        private double rampUp() {
            double half = load.warmUpMillis() * MILLI / 2;
            double passed = queue.now() - beganNanos;
            return passed >= half ? 1 : FIRST_SHARE + (1 - FIRST_SHARE) * passed / half;
        }
    }
}

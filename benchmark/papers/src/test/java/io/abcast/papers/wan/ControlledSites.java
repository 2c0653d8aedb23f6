package io.abcast.papers.wan;

import io.abcast.dissemination.forest.SustainableRates;
import io.abcast.dissemination.forest.node.ForestController;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.sim.EventQueue;
import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sites in virtual time that run EPaxos above FOREST and its controller, as the command {@code compare-forest} runs
 * them on real links. A run of the sites is deterministic for a given random seed.
 */
final class ControlledSites {
    private static final long SECOND = 1_000_000_000;
    private static final double RATE = 0.956 * 5e6;

    private static final int REQUEST_BYTES = 4096;
    private static final int OPEN_MAX = (8 << 20) / REQUEST_BYTES;
    private static final long VIEW_NANOS = 2_500_000_000L;

    private final EventQueue queue = new EventQueue();
    private final ControlledForest[] forests;
    private final WideMachine[] machines;
    private final SocketNetwork network;
    private final Rng random;
    private final double[] offered;
    private final double[] downlinks;
    private final long[] submitted;
    private final List<long[]> perSecond = new ArrayList<>();

    private final List<Long> plans = new ArrayList<>();
    private final List<double[]> loads = new ArrayList<>();

    private long keys;

    ControlledSites(double[] shares, double factor, long seed) {
        int n = shares.length;
        random = new Rng(seed);
        network = new SocketNetwork(queue, n, RATE, random.split());
        machines = new WideMachine[n];
        forests = new ControlledForest[n];
        submitted = new long[n];
        downlinks = new double[n];
        Arrays.fill(downlinks, RATE);
        Membership members = Membership.of(IntStream.rangeClosed(1, n).toArray());
        for (int rank = 0; rank < n; rank++) {
            int site = rank;
            machines[rank] =
                    new WideMachine(
                            rank,
                            members,
                            queue,
                            network,
                            WideSettings.defaults(false),
                            random.nextLong(),
                            machine -> forest(site, members, machine));
            network.connect(
                    rank,
                    new SocketNetwork.Host() {
                        @Override
                        public void received(int from, Message message) {
                            machines[site].received(from, message);
                        }

                        @Override
                        public void transmitted(int to) {
                            forests[site].transmitted(to);
                        }
                    });
        }
        for (WideMachine machine : machines) machine.start();
        view();
        while (!Arrays.stream(machines).allMatch(WideMachine::serves)) queue.runNext();
        double all = Arrays.stream(shares).sum();
        double[] whole = Arrays.stream(shares).map(each -> each / all * n * RATE).toArray();
        double total = factor * SustainableRates.largestFactor(uplinks(), downlinks, whole);
        offered = Arrays.stream(whole).map(each -> each * total).toArray();
        for (int rank = 0; rank < n; rank++) client(rank);
        second();
    }

    private ControlledForest forest(int rank, Membership members, WideMachine machine) {
        forests[rank] = new ControlledForest(rank, members, queue, network, machine);
        return forests[rank];
    }

    private double[] uplinks() {
        return IntStream.range(0, machines.length).mapToDouble(network::uplink).toArray();
    }

    private void view() {
        int[] alive = IntStream.range(0, machines.length).filter(i -> !network.isDead(i)).toArray();
        for (int rank : alive) forests[rank].view(alive);
    }

    private void client(int rank) {
        if (network.isDead(rank)) return;
        double mean = REQUEST_BYTES * 1e9 / Math.max(1, offered[rank]);
        queue.at(queue.now() + (long) (mean * (0.9 + 0.2 * random.unit())), () -> client(rank));
        network.run(rank, () -> submit(rank));
    }

    private void submit(int rank) {
        if (submitted[rank] - machines[rank].meter().executedCount() >= OPEN_MAX) return;
        submitted[rank]++;
        byte[] payload = new byte[REQUEST_BYTES];
        long key = ++keys;
        for (int i = 0; i < 8; i++) payload[i] = (byte) (key >>> (8 * i));
        machines[rank].request(payload);
    }

    private void second() {
        perSecond.add(
                Arrays.stream(machines).mapToLong(each -> each.meter().executedCount()).toArray());
        plans.add(Arrays.stream(forests).mapToLong(each -> each.controller().plansMade()).sum());
        loads.add(IntStream.range(0, machines.length).mapToDouble(planner()::load).toArray());
        queue.at(queue.now() + SECOND, this::second);
    }

    private int seconds() {
        return perSecond.size() - 1;
    }

    void runUntil(int second) {
        while (seconds() < second) queue.runNext();
    }

    double rate(int second) {
        return (Arrays.stream(perSecond.get(second)).sum()
                        - Arrays.stream(perSecond.get(second - 1)).sum())
                * (double) REQUEST_BYTES;
    }

    double rate(int after, int until) {
        return IntStream.rangeClosed(after + 1, until)
                .mapToDouble(this::rate)
                .average()
                .orElseThrow();
    }

    double planned() {
        int[] alive = IntStream.range(0, machines.length).filter(i -> !network.isDead(i)).toArray();
        return Arrays.stream(
                        SustainableRates.of(
                                at(uplinks(), alive), at(downlinks, alive), at(offered, alive)))
                .sum();
    }

    private static double[] at(double[] of, int[] places) {
        return IntStream.of(places).mapToDouble(i -> of[i]).toArray();
    }

    long plansInTenSeconds(int after, int until) {
        long most = 0;
        for (int end = after; end <= until; end++)
            most = Math.max(most, plans.get(end) - plans.get(Math.max(after, end - 10)));
        return most;
    }

    int recovery(int event) {
        int row = 0;
        for (int s = event + 1; s <= seconds(); s++) {
            row = rate(s) >= 0.9 * planned() ? row + 1 : 0;
            if (row == 3) return s - 3 - event;
        }
        return Integer.MAX_VALUE;
    }

    double loadError(int after, int until) {
        double greatest = 0;
        for (int i = 0; i < offered.length; i++) {
            int site = i;
            double mean =
                    IntStream.rangeClosed(after + 1, until)
                            .mapToDouble(s -> loads.get(s)[site])
                            .average()
                            .orElseThrow();
            greatest = Math.max(greatest, Math.abs(mean / offered[i] - 1));
        }
        return greatest;
    }

    private ForestController planner() {
        return forests[
                IntStream.range(0, forests.length)
                        .filter(i -> !network.isDead(i))
                        .findFirst()
                        .orElseThrow()]
                .controller();
    }

    void kill(int rank) {
        network.kill(rank);
        queue.at(
                queue.now() + VIEW_NANOS,
                () -> {
                    network.close(rank);
                    view();
                });
    }

    void moveLoad() {
        double[] before = offered.clone();
        for (int i = 0; i < before.length; i++) offered[(i + 1) % before.length] = before[i];
    }
}

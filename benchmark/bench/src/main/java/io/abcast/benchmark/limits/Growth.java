package io.abcast.benchmark.limits;

import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Sweep;
import io.abcast.benchmark.bench.SweepListener;
import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how the cost of a write grows with the number of members, the payload and the number of clients. In each
 * series of measured points only one quantity grows; all series begin at one shared point.
 */
public final class Growth {
    /**
     * With more bytes of written values in flight, the servers would refuse requests, and the run would measure
     * refusals.
     */
    private static final long IN_FLIGHT_BYTES_MAX = 16 << 20;

    private static final int KEYS = 10_000;

    /**
     * Runs with large values use fewer keys, because a state of more bytes needs a large heap, which would distort the
     * results.
     */
    private static final long STATE_BYTES_MAX = 64 << 20;

    public enum Axis {
        NODES("N"),
        PAYLOAD("payload"),
        CLIENTS("clients");

        private final String text;

        Axis(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /**
     * Settings of the growth measurement: the point that all series share, and the values that each series measures.
     *
     * @param nodes numbers of members; the first values of {@code nodes}, {@code payloads} and {@code clients} define
     *     the shared point
     */
    public record Setting(
            String protocol,
            String durability,
            String attach,
            int connections,
            List<Integer> nodes,
            List<Integer> payloads,
            List<Integer> clients,
            int baseNodes,
            int basePayload,
            int baseClients,
            long seed) {}

    /** One measured point of the growth of abcast's cost: the result of a run at one value of an axis. */
    public record Point(Axis axis, int value, RunResult result) {
        /**
         * Number of bytes that clients and members sent over the loopback interface per write, including headers; NaN
         * if the operating system does not count them.
         */
        public double wireBytesPerWrite() {
            return result.loopback().bytes() / result.load().writes();
        }

        /** Minimum number of bytes of values that all links of the cluster together must carry per write. */
        public double leastBytesPerWrite() {
            Experiment e = result.experiment();
            double n = e.nodes();
            double client = e.attach().equals("network") ? 1 : 0;
            return e.load().payloadBytes() * (client + (n - 1) / n) + leastLeaderBytesPerWrite();
        }

        /** Number of the bytes in {@link #leastBytesPerWrite} that the leader must send per write. */
        public double leastLeaderBytesPerWrite() {
            Experiment e = result.experiment();
            double n = e.nodes();
            return e.load().payloadBytes() * (n - 1 - (n - 1) / n);
        }
    }

    private final Setting setting;

    public Growth(Setting setting) {
        this.setting = setting;
    }

    /** Experiments of all points of all series; no experiment occurs twice in the list. */
    public List<Experiment> experiments() {
        List<Experiment> all = new ArrayList<>();
        for (Axis axis : Axis.values())
            for (int value : values(axis)) {
                Experiment e = experiment(axis, value);
                if (!all.contains(e)) all.add(e);
            }
        return all;
    }

    private List<Integer> values(Axis axis) {
        return switch (axis) {
            case NODES -> setting.nodes;
            case PAYLOAD -> setting.payloads;
            case CLIENTS -> setting.clients;
        };
    }

    private Experiment experiment(Axis axis, int value) {
        int nodes = axis == Axis.NODES ? value : setting.baseNodes;
        int payload = axis == Axis.PAYLOAD ? value : setting.basePayload;
        int clients = axis == Axis.CLIENTS ? value : setting.baseClients;
        long fit = Math.max(1, IN_FLIGHT_BYTES_MAX / Math.max(1, payload));
        long keys = Math.max(1, STATE_BYTES_MAX / Math.max(1, payload));
        LoadSpec load =
                new LoadSpec(
                        (int) Math.min(clients, fit),
                        RateSchedule.NONE,
                        100,
                        payload,
                        0,
                        0,
                        (int) Math.min(KEYS, keys),
                        setting.seed,
                        ReadKind.LOCAL);
        return new Experiment(
                "abcast",
                setting.protocol,
                nodes,
                setting.durability,
                true,
                setting.attach,
                setting.connections,
                load);
    }

    /**
     * Runs the experiments of all points.
     *
     * @param plan plan of the runs; this method replaces the experiments of the plan by its own
     */
    public List<Point> run(
            Plan plan, Path directory, SweepListener progress, ProcessRegistry registry)
            throws IOException, InterruptedException {
        Plan ours =
                new Plan(
                        experiments(),
                        1,
                        plan.warmupSeconds(),
                        plan.warmupMaxSeconds(),
                        plan.durationSeconds(),
                        plan.configs(),
                        plan.jvmFlags(),
                        plan.loadThreads(),
                        plan.clientKeys());
        List<RunResult> results = new Sweep(ours, directory, progress, registry).run();
        List<Point> points = new ArrayList<>();
        for (Axis axis : Axis.values())
            for (int value : values(axis)) {
                Experiment e = experiment(axis, value);
                for (RunResult result : results)
                    if (result.experiment().equals(e)) points.add(new Point(axis, value, result));
            }
        return points;
    }
}

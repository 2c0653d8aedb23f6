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

/** How cost grows with one thing at a time, from one point that all share. */
public final class Growth {
    /** Values under way at most: more than the servers admit would measure refusals. */
    private static final long UNDER_WAY_BYTES_MAX = 16 << 20;

    private static final int KEYS = 10_000;

    /** As many keys as make this much state, so that large values do not measure the heap. */
    private static final long STATE_BYTES_MAX = 64 << 20;

    /** What grows. */
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
     * The point and the ways from it.
     *
     * @param nodes the first one, as of {@code payloads} and {@code clients}, is that of the point that all share
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

    /** A point. */
    public record Point(Axis axis, int value, RunResult result) {
        /** What crossed the loopback, of clients and members, headers included; NaN if not known. */
        public double wireBytesPerWrite() {
            return result.loopback().bytes() / result.load().writes();
        }

        /** Values that must cross links: the client's, the way to the leader of what enters elsewhere, and the leader's to each other follower. */
        public double leastBytesPerWrite() {
            Experiment e = result.experiment();
            double n = e.nodes();
            double client = e.attach().equals("network") ? 1 : 0;
            return e.load().payloadBytes() * (client + (n - 1) / n) + leastLeaderBytesPerWrite();
        }

        /** Of these what must leave the leader: nothing goes back to the follower where it has entered. */
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

    /** All points, without repeats; each is the shared one but for one thing. */
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
        long fit = Math.max(1, UNDER_WAY_BYTES_MAX / Math.max(1, payload));
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
     * Runs all of them.
     *
     * @param plan its experiments are replaced
     */
    public List<Point> run(
            Plan plan, Path directory, SweepListener progress, ProcessRegistry registry)
            throws IOException, InterruptedException {
        Plan ours =
                new Plan(
                        experiments(),
                        1,
                        plan.warmupSeconds(),
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

package io.abcast.benchmark.compare;

import io.abcast.benchmark.bench.Experiment;
import io.abcast.benchmark.bench.Second;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison: every run of every experiment. Experiments that differ in their number of clients alone are measured on the same
 * servers, one after the other, the most clients first: a system is warmed up once. The systems follow each other, A B C, and
 * that is repeated, A B C A B C, on fresh servers, so that what changes on the host while it runs meets all of them alike.
 *
 * @param experiments in the order of the table
 * @param runs how often each is repeated
 * @param warmupSeconds load before the measurement, at least; 0: none
 * @param warmupMaxSeconds at most: a system that still gets faster, or is being compiled, is given more time
 * @param durationSeconds of the measurement
 * @param configs stack files of abcast's servers, by protocol
 * @param serverFlags JVM flags of all servers
 * @param loadThreads shards of remote clients
 * @param peers where the other systems are
 */
public record Comparison(
        List<Experiment> experiments,
        int runs,
        double warmupSeconds,
        double warmupMaxSeconds,
        double durationSeconds,
        Map<String, Path> configs,
        List<String> serverFlags,
        int loadThreads,
        Peers peers) {
    /** More servers find no block of ports. */
    public static final int SERVERS_MAX = PortBlock.SERVERS_MAX;

    /**
     * One life of a system's servers.
     *
     * @param experiments measured on them, the most clients first; at least one
     * @param position among all, from 1
     */
    public record Turn(List<Experiment> experiments, int run, int position, int of) {
        /** The one that the servers are started and warmed up for: that with the most clients. */
        public Experiment experiment() {
            return experiments.get(0);
        }

        /** Whether something is started: some systems have no remote clients. */
        public boolean runs() {
            return experiment().attach().equals("embedded")
                    || KnownSystem.of(experiment().system()).remoteClients();
        }
    }

    /** Told how it goes on. */
    public interface Listener {
        /** A step that takes a while begins. */
        void phase(Turn turn, String what);

        /** About once a second while a load runs. */
        void second(Turn turn, boolean warmup, Second second);

        /** @param outcomes as many as the turn has experiments, in their order */
        void finished(Turn turn, List<Outcome> outcomes);
    }

    /** Starting servers, checking their states and stopping them, about. */
    private static final double OVERHEAD_SECONDS = 6;

    /** How long a turn takes, about: compilers are at work for most of the longest warm-up. */
    public double expectedSeconds(Turn turn) {
        return OVERHEAD_SECONDS
                + (warmupSeconds + 3 * warmupMaxSeconds) / 4
                + turn.experiments.size() * durationSeconds;
    }

    /** All of them, in the order in which they are run. */
    public List<Turn> turns() {
        Map<Experiment, List<Experiment>> groups = new LinkedHashMap<>();
        for (Experiment experiment : experiments)
            groups.computeIfAbsent(servers(experiment), e -> new ArrayList<>()).add(experiment);
        for (List<Experiment> group : groups.values())
            group.sort(Comparator.comparingInt(e -> -e.load().clients()));
        List<Turn> turns = new ArrayList<>();
        int total = runs * groups.size();
        for (int run = 1; run <= runs; run++)
            for (List<Experiment> group : groups.values())
                turns.add(new Turn(group, run, turns.size() + 1, total));
        return turns;
    }

    /** Equal for those that can be measured on the same servers: clients of an open loop do not go away. */
    private static Experiment servers(Experiment experiment) {
        return experiment.load().open()
                ? experiment
                : experiment.loadedWith(experiment.load().withClients(1));
    }

    /**
     * Runs all. What a system cannot do, or fails at, is an outcome as well and ends nothing.
     *
     * @param directory where servers keep logs and data, one sub-directory a run
     * @param memory the same in memory; {@code null}: this host has none
     * @param isolation of the runs' networks
     * @throws IOException if something is wrong with this host
     */
    public List<Outcome> run(
            Path directory,
            Path memory,
            Isolation isolation,
            RunRegistry registry,
            Listener listener)
            throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        for (Turn turn : turns()) {
            String name = "run-" + turn.position();
            List<Outcome> measured =
                    new RunProcess(this, turn, listener)
                            .run(
                                    directory.resolve(name),
                                    memory == null ? null : memory.resolve(name),
                                    isolation,
                                    registry);
            outcomes.addAll(measured);
            listener.finished(turn, measured);
        }
        outcomes.sort(Comparator.comparingInt(o -> experiments.indexOf(o.experiment())));
        return outcomes;
    }
}

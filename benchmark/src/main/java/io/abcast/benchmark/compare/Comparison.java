package io.abcast.benchmark.compare;

import io.abcast.benchmark.bench.Experiment;
import io.abcast.benchmark.bench.Second;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A comparison: every run of every experiment, on fresh servers each. The systems of a load follow each other, A B C, and
 * that is repeated, A B C A B C, so that what changes on the host while it runs meets all of them alike.
 *
 * @param experiments in the order of the table
 * @param runs how often each is repeated
 * @param warmupSeconds load before the measurement, at least; 0: none
 * @param warmupMaxSeconds at most: a system that still gets faster is given more time
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
     * One run of one experiment.
     *
     * @param position among all, from 1
     */
    public record Turn(Experiment experiment, int run, int position, int of) {
        /** Whether something is started: some systems have no remote clients. */
        public boolean runs() {
            return experiment.attach().equals("embedded")
                    || KnownSystem.of(experiment.system()).remoteClients();
        }
    }

    /** Told how it goes on. */
    public interface Listener {
        /** A step that takes a while begins. */
        void phase(Turn turn, String what);

        /** About once a second while a load runs. */
        void second(Turn turn, boolean warmup, Second second);

        void finished(Turn turn, Outcome outcome);
    }

    /** Starting servers, checking their states and stopping them, about. */
    private static final double OVERHEAD_SECONDS = 6;

    /** How long a run takes, about: most systems warm up in little more than the shortest time. */
    public double expectedSecondsPerRun() {
        double longer = (warmupMaxSeconds - warmupSeconds) / 8;
        return OVERHEAD_SECONDS + warmupSeconds + longer + durationSeconds;
    }

    /** All of them, in the order in which they are run. */
    public List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        int total = runs * experiments.size();
        for (int run = 1; run <= runs; run++)
            for (Experiment experiment : experiments)
                turns.add(new Turn(experiment, run, turns.size() + 1, total));
        return turns;
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
            Outcome outcome =
                    new RunProcess(this, turn, listener)
                            .run(
                                    directory.resolve(name),
                                    memory == null ? null : memory.resolve(name),
                                    isolation,
                                    registry);
            outcomes.add(outcome);
            listener.finished(turn, outcome);
        }
        return outcomes;
    }
}

package io.abcast.load.contest;

import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.Experiment;
import io.abcast.load.Second;
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
 * that is repeated, A B C A B C, so that what changes on the host while it runs meets all of them alike. Those that are not compared with
 * each other, such as embedded ones with those on a network, have rounds of their own.
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
 * @param keep whether servers live on from run to run where {@link MeasuredSystem#livesOn} says that they can; otherwise all are fresh
 */
public record ComparisonPlan(
        List<Experiment> experiments,
        int runs,
        double warmupSeconds,
        double warmupMaxSeconds,
        double durationSeconds,
        Map<String, Path> configs,
        List<String> serverFlags,
        int loadThreads,
        PeerLibraries peers,
        boolean keep) {
    /** More servers find no block of ports. */
    public static final int SERVERS_MAX = Site.SERVERS_MAX;

    /**
     * One run of a system.
     *
     * @param experiments measured on the same servers, the most clients first; at least one
     * @param position among all, from 1
     * @param last whether its servers end with it
     * @param runs whether something is started: some systems have no remote clients
     */
    public record Turn(
            List<Experiment> experiments,
            int run,
            int position,
            int of,
            boolean last,
            boolean runs) {
        /** The one that the servers are started and warmed up for: that with the most clients. */
        public Experiment experiment() {
            return experiments.get(0);
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

    /** For the servers of a system whose logs grow, and those logs. */
    private static final long ROOM_FOR_OTHERS = 8L << 30;

    /** Starting servers, checking their states and stopping them, about. */
    private static final double OVERHEAD_SECONDS = 6;

    /** Checking states. */
    private static final double OVERHEAD_AGAIN_SECONDS = 3;

    /** How long a turn takes, about: compilers are at work for most of the longest warm-up. */
    public double expectedSeconds(Turn turn) {
        double warmup = (warmupSeconds + 3 * warmupMaxSeconds) / 4;
        boolean again = turn.run > 1 && kept(turn.experiment());
        double closedLoop = turn.experiment().load().rate().isShare() ? warmupSeconds : 0;
        return (again ? OVERHEAD_AGAIN_SECONDS + warmupSeconds : OVERHEAD_SECONDS + warmup)
                + closedLoop
                + turn.experiments.size() * durationSeconds;
    }

    /** Of those that take part and whose version is known, by name. */
    public Map<String, String> versions() throws IOException {
        Map<String, String> versions = new LinkedHashMap<>();
        for (Experiment experiment : experiments) {
            String version = peers.version(peers.system(experiment.system()));
            if (!version.isEmpty()) versions.put(experiment.system(), version);
        }
        return versions;
    }

    private boolean kept(Experiment experiment) {
        return keep && peers.system(experiment.system()).livesOn();
    }

    /** All of them, in the order in which they are run. */
    public List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        List<List<List<Experiment>>> leagues = leagues(experiments);
        int total = runs * leagues.stream().mapToInt(List::size).sum();
        for (List<List<Experiment>> league : leagues)
            for (int run = 1; run <= runs; run++)
                for (List<Experiment> group : league) {
                    boolean last = run == runs || !kept(group.get(0));
                    turns.add(
                            new Turn(
                                    group, run, turns.size() + 1, total, last, runs(group.get(0))));
                }
        return turns;
    }

    private boolean runs(Experiment experiment) {
        return experiment.attach().equals("embedded")
                || peers.system(experiment.system()).remoteClients();
    }

    /** Those that are compared with each other, and of these those that are measured on the same servers. */
    private static List<List<List<Experiment>>> leagues(List<Experiment> experiments) {
        Map<Experiment, Map<Experiment, List<Experiment>>> leagues = new LinkedHashMap<>();
        for (Experiment experiment : experiments) {
            Experiment servers = servers(experiment);
            leagues.computeIfAbsent(servers.ofNoSystem(), e -> new LinkedHashMap<>())
                    .computeIfAbsent(servers, e -> new ArrayList<>())
                    .add(experiment);
        }
        List<List<List<Experiment>>> all = new ArrayList<>();
        for (Map<Experiment, List<Experiment>> league : leagues.values()) {
            for (List<Experiment> group : league.values())
                group.sort(Comparator.comparingInt(e -> -e.load().clients()));
            all.add(List.copyOf(league.values()));
        }
        return all;
    }

    /**
     * Whether servers can live on: there are several runs, and this host has memory for them.
     *
     * @param bytes of one JVM, about
     */
    public static boolean canKeep(
            PeerLibraries peers, List<Experiment> experiments, int runs, long bytes) {
        return runs > 1
                && HostMemory.available() - ROOM_FOR_OTHERS
                        > processesKept(peers, experiments) * bytes;
    }

    /** How many JVMs would live on at the same time, at most. */
    private static int processesKept(PeerLibraries peers, List<Experiment> experiments) {
        int most = 0;
        for (List<List<Experiment>> league : leagues(experiments)) {
            int processes = 0;
            for (List<Experiment> group : league)
                if (peers.system(group.get(0).system()).livesOn())
                    processes += group.get(0).nodes() + 1;
            most = Math.max(most, processes);
        }
        return most;
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
     * @param directory where servers keep logs and data, one sub-directory for each life of a system's
     * @param memory the same in memory; {@code null}: this host has none
     * @param isolation of the runs' networks
     * @throws IOException if something is wrong with this host
     */
    public List<Outcome> run(
            Path directory,
            Path memory,
            Isolation isolation,
            ProcessRegistry registry,
            Listener listener)
            throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        RunPlace place = new RunPlace(directory, memory, isolation, registry);
        Map<Experiment, RunProcess> living = new LinkedHashMap<>();
        try {
            for (Turn turn : turns()) {
                Experiment servers = servers(turn.experiment());
                RunProcess process =
                        living.computeIfAbsent(
                                servers,
                                e -> new RunProcess(this, turn.experiment(), place, listener));
                List<Outcome> measured = process.run(turn);
                if (turn.last()) living.remove(servers).close();
                outcomes.addAll(measured);
                listener.finished(turn, measured);
            }
        } finally {
            for (RunProcess process : living.values()) process.close();
        }
        outcomes.sort(Comparator.comparingInt(o -> experiments.indexOf(o.experiment())));
        return outcomes;
    }
}

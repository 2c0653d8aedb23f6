package io.abcast.load.contest;

import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.Experiment;
import io.abcast.load.PartitionServers;
import io.abcast.load.Second;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison: every run of every experiment. Experiments that differ only in their number of clients run on the same
 * servers, in descending order of clients. Each system is then warmed up only once. The systems run in the order A B C
 * A B C, so that changes of the host's speed affect all systems alike. Experiments that are not compared with each
 * other, such as embedded and network experiments, run in separate sequences.
 *
 * @param experiments the experiments, in the order of the table
 * @param runs number of repetitions of each experiment
 * @param warmupSeconds minimum time of load before the measurement; 0: no warm-up
 * @param warmupMaxSeconds maximum time of load before the measurement, for a system that still gets faster or whose JIT
 *     compilers are still busy
 * @param durationSeconds length of the measurement
 * @param configs stack files of abcast's servers, by protocol
 * @param serverFlags JVM flags of all servers
 * @param loadThreads shards of remote clients
 * @param peers libraries and programs of the other systems
 * @param partitions the partitions with their servers, by number of servers of each partition; empty: none
 * @param keep whether servers keep running between runs where {@link MeasuredSystem#livesOn} allows it; otherwise each
 *     run starts new servers
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
        Map<Integer, PartitionServers> partitions,
        boolean keep) {
    /** A comparison without partitions. */
    public ComparisonPlan(
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
        this(
                experiments,
                runs,
                warmupSeconds,
                warmupMaxSeconds,
                durationSeconds,
                configs,
                serverFlags,
                loadThreads,
                peers,
                Map.of(),
                keep);
    }

    /** Maximum number of servers; more do not fit into a block of ports. */
    public static final int SERVERS_MAX = Site.SERVERS_MAX;

    /**
     * One run of a system.
     *
     * @param experiments experiments that run on the same servers, in descending order of clients; at least one
     * @param position number of this turn among all turns, from 1
     * @param last whether the servers stop after this turn
     * @param runs whether servers are started; a system that cannot run the experiments is only reported
     */
    public record Turn(
            List<Experiment> experiments,
            int run,
            int position,
            int of,
            boolean last,
            boolean runs) {
        /** The experiment for which the servers are started and warmed up: the experiment with the most clients. */
        public Experiment experiment() {
            return experiments.get(0);
        }
    }

    /** Receives the progress of the comparison. */
    public interface Listener {
        /** Called when a long step begins. */
        void phase(Turn turn, String what);

        /** Called about once a second while a load runs. */
        void second(Turn turn, boolean warmup, Second second);

        /** @param outcomes one outcome for each experiment of the turn, in the same order */
        void finished(Turn turn, List<Outcome> outcomes);
    }

    /**
     * Bytes of memory that must stay free for servers that are restarted in each run, and for their logs. The servers
     * of some systems are restarted in each run because their logs grow.
     */
    private static final long ROOM_FOR_OTHERS = 8L << 30;

    /** Estimated time to start servers, check their states and stop them. */
    private static final double OVERHEAD_SECONDS = 6;

    /** Estimated time to check the states of servers that keep running. */
    private static final double OVERHEAD_AGAIN_SECONDS = 3;

    /** Estimated time of a turn. The estimate assumes that the JIT compilers need most of the maximum warm-up. */
    public double expectedSeconds(Turn turn) {
        double warmup = (warmupSeconds + 3 * warmupMaxSeconds) / 4;
        boolean again = turn.run > 1 && kept(turn.experiment());
        double closedLoop = turn.experiment().load().rate().isShare() ? warmupSeconds : 0;
        return (again ? OVERHEAD_AGAIN_SECONDS + warmupSeconds : OVERHEAD_SECONDS + warmup)
                + closedLoop
                + turn.experiments.size() * durationSeconds;
    }

    /** Versions of the systems that take part, by name; systems with unknown versions are absent. */
    public Map<String, String> versions() throws IOException {
        Map<String, String> versions = new LinkedHashMap<>();
        for (Experiment experiment : experiments) {
            String version = peers.version(peers.system(experiment.system()));
            if (!version.isEmpty()) versions.put(experiment.system(), version);
        }
        return versions;
    }

    /** Sentences about the systems that take part, by name; systems without such a sentence are absent. */
    public Map<String, String> notes() {
        Map<String, String> notes = new LinkedHashMap<>();
        for (Experiment experiment : experiments) {
            String note = peers.system(experiment.system()).note();
            if (!note.isEmpty()) notes.put(experiment.system(), note);
        }
        return notes;
    }

    /** The partitions of an experiment with their servers; {@code null} if each server holds everything. */
    PartitionServers partitionsOf(Experiment experiment) {
        return partitionsOf(peers, partitions, experiment);
    }

    private static PartitionServers partitionsOf(
            PeerLibraries peers, Map<Integer, PartitionServers> partitions, Experiment experiment) {
        boolean groups =
                experiment.load().spread().wanted()
                        && peers.system(experiment.system()).partitions()
                                == MeasuredSystem.Partitions.GROUPS;
        return groups ? partitions.get(experiment.nodes()) : null;
    }

    /** Number of servers of an experiment. */
    int serverCount(Experiment experiment) {
        return serverCount(peers, partitions, experiment);
    }

    private static int serverCount(
            PeerLibraries peers, Map<Integer, PartitionServers> partitions, Experiment experiment) {
        PartitionServers held = partitionsOf(peers, partitions, experiment);
        return held == null ? experiment.nodes() : held.servers();
    }

    private boolean kept(Experiment experiment) {
        return keep && peers.system(experiment.system()).livesOn();
    }

    /** All turns, in the order in which they are run. */
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

    /**
     * Groups of experiments that are compared with each other. Each group consists of lists, and the experiments of a
     * list run on the same servers.
     */
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
     * Whether servers can keep running between runs, which needs several runs and enough memory on this host.
     *
     * @param bytes estimated memory of one JVM
     */
    public static boolean canKeep(
            PeerLibraries peers,
            List<Experiment> experiments,
            Map<Integer, PartitionServers> partitions,
            int runs,
            long bytes) {
        return runs > 1
                && HostMemory.available() - ROOM_FOR_OTHERS
                        > processesKept(peers, experiments, partitions) * bytes;
    }

    /** Maximum number of JVMs that would run at the same time. */
    private static int processesKept(
            PeerLibraries peers,
            List<Experiment> experiments,
            Map<Integer, PartitionServers> partitions) {
        int most = 0;
        for (List<List<Experiment>> league : leagues(experiments)) {
            int processes = 0;
            for (List<Experiment> group : league)
                if (peers.system(group.get(0).system()).livesOn())
                    processes += serverCount(peers, partitions, group.get(0)) + 1;
            most = Math.max(most, processes);
        }
        return most;
    }

    /**
     * Key that is equal for experiments that can run on the same servers. Experiments with an open loop share servers
     * with no other experiment, because an open loop cannot drop clients.
     */
    private static Experiment servers(Experiment experiment) {
        return experiment.load().open()
                ? experiment
                : experiment.loadedWith(experiment.load().withClients(1));
    }

    /**
     * Executes all runs. If a system cannot run an experiment, or fails, the outcome contains the reason and the
     * comparison continues.
     *
     * @param directory directory in which servers keep logs and data, one sub-directory for each start of a system
     * @param memory a directory in memory for the same purpose; {@code null}: this host has no file system in memory
     * @param isolation isolation of the runs' networks
     * @throws IOException if this host fails, for example its file system
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

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
 * The plan of a comparison, which defines every run of every experiment. Systems run alternately (A B C A B C), so that
 * changes of the host's speed affect all alike.
 *
 * @param experiments the experiments of the comparison, in the order of the printed table
 * @param runs number of runs of each experiment
 * @param warmupSeconds minimum time of load before the measurement, in seconds; 0 if there is no warm-up
 * @param warmupMaxSeconds maximum time of load before the measurement, in seconds, for a system that still gets faster
 *     or whose JIT compilers are still busy
 * @param durationSeconds length of the measurement in each run, in seconds
 * @param configs stack files of abcast's servers, by protocol name
 * @param serverFlags JVM flags of the servers of all systems
 * @param loadThreads number of shards (groups) of remote clients
 * @param peers libraries and programs of the systems other than abcast
 * @param partitions the partitions with their servers, by number of servers of each partition; empty if no system has
 *     partitions
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

    /** Maximum number of servers of a system; the ports of more servers would not fit into one block of ports. */
    public static final int SERVERS_MAX = Site.SERVERS_MAX;

    /**
     * Runs that a system makes without a break on the same servers, as one turn in the comparison.
     *
     * @param experiments experiments that run on the same servers, in descending order of clients; at least one
     * @param position number of this turn among all turns of the comparison, from 1
     * @param last whether the servers stop after the last run of this turn
     * @param runs whether the turn starts servers; if false, the system cannot run the experiments, and the comparison
     *     only reports this
     */
    public record Turn(
            List<Experiment> experiments,
            int run,
            int position,
            int of,
            boolean last,
            boolean runs) {
        /** The experiment with the most clients, for which the servers are started and warmed up. */
        public Experiment experiment() {
            return experiments.get(0);
        }
    }

    /** Receives the progress of a comparison. */
    public interface Listener {
        /** Called when a long step of a system's runs begins, such as the start of servers. */
        void phase(Turn turn, String what);

        /** Called about once a second while clients put load on the servers. */
        void second(Turn turn, boolean warmup, Second second);

        /** @param outcomes one outcome for each experiment of the turn, in the order of the experiments */
        void finished(Turn turn, List<Outcome> outcomes);
    }

    /**
     * Bytes of memory that servers which keep running must leave free for servers that restart in each run because
     * their logs grow.
     */
    private static final long ROOM_FOR_OTHERS = 8L << 30;

    private static final double OVERHEAD_SECONDS = 6;

    private static final double OVERHEAD_AGAIN_SECONDS = 3;

    /** Estimated time of a turn, in seconds. */
    public double expectedSeconds(Turn turn) {
        double warmup = (warmupSeconds + 3 * warmupMaxSeconds) / 4;
        boolean again = turn.run > 1 && kept(turn.experiment());
        double closedLoop = turn.experiment().load().rate().isShare() ? warmupSeconds : 0;
        return (again ? OVERHEAD_AGAIN_SECONDS + warmupSeconds : OVERHEAD_SECONDS + warmup)
                + closedLoop
                + turn.experiments.size() * durationSeconds;
    }

    /** Versions of the compared systems, by name; systems with unknown versions are absent. */
    public Map<String, String> versions() throws IOException {
        Map<String, String> versions = new LinkedHashMap<>();
        for (Experiment experiment : experiments) {
            String version = peers.version(peers.system(experiment.system()));
            if (!version.isEmpty()) versions.put(experiment.system(), version);
        }
        return versions;
    }

    /** Sentences for readers about the compared systems, by name; systems without such a sentence are absent. */
    public Map<String, String> notes() {
        Map<String, String> notes = new LinkedHashMap<>();
        for (Experiment experiment : experiments) {
            String note = peers.system(experiment.system()).note();
            if (!note.isEmpty()) notes.put(experiment.system(), note);
        }
        return notes;
    }

    /** Null if each server holds all keys. */
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

    /** All turns of the comparison, in the order in which the comparison runs them. */
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
     * Groups of experiments that are compared with each other; the experiments of an inner list run on the same
     * servers.
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
     * Whether the servers of this plan can keep running between runs, with several runs and enough memory on this host.
     *
     * @param bytes estimated memory of one JVM, in bytes
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
     * Experiments with equal results can share servers; an open loop cannot drop clients, so an experiment with it
     * shares no servers.
     */
    private static Experiment servers(Experiment experiment) {
        return experiment.load().open()
                ? experiment
                : experiment.loadedWith(experiment.load().withClients(1));
    }

    /**
     * Executes all turns of the comparison; if a system fails, its outcome has the reason, and the comparison
     * continues.
     *
     * @param directory directory in which servers keep logs and data, one sub-directory for each start of a system
     * @param memory directory in memory for logs and data of servers; {@code null} if this host has no file system in
     *     memory
     * @param isolation whether each run has a network namespace of its own
     * @throws IOException if this host fails, for example its file system; the failure of a measured system causes no
     *     exception
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

package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The plan of a sweep (a series of runs of several experiments), which defines every run.
 *
 * @param experiments experiments of the sweep, in the order of the printed table
 * @param runs number of runs of each experiment, each on a new cluster
 * @param warmupSeconds minimum time of load before the measurement, in seconds; 0 if there is no warm-up
 * @param warmupMaxSeconds maximum time of load before the measurement, in seconds; if it equals {@code warmupSeconds},
 *     the warm-up has a fixed length
 * @param durationSeconds length of the measurement in a run, in seconds
 * @param configs stack file of the servers, by protocol name
 * @param jvmFlags JVM flags with which the servers start
 * @param loadThreads number of event loops on which the clients run
 * @param clientKeys directory of the keys for TLS between clients and servers; {@code null} if their connections do not
 *     use TLS
 * @param kill servers to kill in each run; {@code null} if no server is killed
 * @param partitions partitions of the servers of CAMU; {@code null} if there are no partitions
 */
public record Plan(
        List<Experiment> experiments,
        int runs,
        double warmupSeconds,
        double warmupMaxSeconds,
        double durationSeconds,
        Map<String, Path> configs,
        List<String> jvmFlags,
        int loadThreads,
        Path clientKeys,
        ServerKill kill,
        PartitionSetup partitions) {
    /** A plan whose runs kill no server. */
    public Plan(
            List<Experiment> experiments,
            int runs,
            double warmupSeconds,
            double warmupMaxSeconds,
            double durationSeconds,
            Map<String, Path> configs,
            List<String> jvmFlags,
            int loadThreads,
            Path clientKeys) {
        this(
                experiments,
                runs,
                warmupSeconds,
                warmupMaxSeconds,
                durationSeconds,
                configs,
                jvmFlags,
                loadThreads,
                clientKeys,
                null,
                null);
    }

    /**
     * Returns a copy of this plan with the given experiments, in which each run kills the given servers; {@code null}
     * means no kill.
     */
    public Plan with(List<Experiment> others, ServerKill killed) {
        return new Plan(
                others,
                runs,
                warmupSeconds,
                warmupMaxSeconds,
                durationSeconds,
                configs,
                jvmFlags,
                loadThreads,
                clientKeys,
                killed,
                partitions);
    }

    /** Returns a copy of this plan with the given experiments and partitions. */
    public Plan with(List<Experiment> others, PartitionSetup setup) {
        return new Plan(
                others,
                runs,
                warmupSeconds,
                warmupMaxSeconds,
                durationSeconds,
                configs,
                jvmFlags,
                loadThreads,
                clientKeys,
                kill,
                setup);
    }
}

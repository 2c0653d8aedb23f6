package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import io.abcast.load.contest.WarmUp;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The plan of a sweep: every run of every experiment.
 *
 * @param experiments experiments, in the order of the printed table
 * @param runs number of repetitions, each on a new cluster
 * @param warmupSeconds minimum time of load before the measurement; 0: no warm-up
 * @param warmupMaxSeconds maximum time of load before the measurement, see {@link WarmUp}; a fixed warm-up has the
 *     minimum as its maximum
 * @param durationSeconds length of the measurement
 * @param configs stack file of the servers, by protocol
 * @param jvmFlags JVM flags of the servers
 * @param loadThreads number of event loops of the clients
 * @param clientKeys directory of the keys for TLS between clients and servers; {@code null}: no TLS
 * @param kill server to kill in each run; {@code null}: none
 * @param partitions partitions of the servers of CAMU; {@code null}: none
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
    /** A plan in which no server is killed. */
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

    /** Returns a copy with other experiments, and with a server to kill or {@code null}. */
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

    /** Returns a copy with other experiments, and with partitions. */
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

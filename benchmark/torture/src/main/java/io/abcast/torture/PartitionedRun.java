package io.abcast.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The partitions of a torture run with CAMU. Every server holds a replica of each partition.
 *
 * @param count number of partitions
 * @param strict whether the order of the transactions must agree with their order in real time
 * @param arguments command-line arguments of the servers about CAMU, in addition to the arguments of all servers
 * @param deliveries file in which the run records deliveries of transactions; {@code null} if the run records none
 */
public record PartitionedRun(int count, boolean strict, List<String> arguments, Path deliveries) {
    public PartitionedRun {
        arguments = List.copyOf(arguments);
    }

    static String name(int partition) {
        return String.valueOf((char) ('A' + partition));
    }

    List<String> serverArguments(int nodes) {
        StringBuilder ids = new StringBuilder("1");
        for (int id = 2; id <= nodes; id++) ids.append(',').append(id);
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) parts.add(name(i) + "=" + ids);
        List<String> all = new ArrayList<>(List.of("--partitions", String.join(";", parts)));
        all.addAll(arguments);
        return all;
    }
}

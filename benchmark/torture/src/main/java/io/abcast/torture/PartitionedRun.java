package io.abcast.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The partitions of a run with CAMU. Every server holds a replica of each partition.
 *
 * @param count number of partitions
 * @param strict whether the order must agree with real time
 * @param arguments further arguments of the servers
 * @param deliveries file for the deliveries; {@code null} without a file
 */
public record PartitionedRun(int count, boolean strict, List<String> arguments, Path deliveries) {
    public PartitionedRun {
        arguments = List.copyOf(arguments);
    }

    /** Name of a partition: A, B, C, and so on. */
    static String name(int partition) {
        return String.valueOf((char) ('A' + partition));
    }

    /** The arguments of each of {@code nodes} servers. */
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

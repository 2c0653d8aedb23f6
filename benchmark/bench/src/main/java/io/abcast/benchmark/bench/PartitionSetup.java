package io.abcast.benchmark.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The partitions of a cluster of CAMU, and the assignment of servers to partitions.
 *
 * @param given the partitions with their server ids, such as {@code A=1,2,3;B=1,2,3}; an empty text means {@code count}
 *     partitions that this class names
 * @param count number of partitions
 * @param apart whether each partition has servers of its own; if false, all partitions have the same servers
 * @param arguments command-line arguments of the servers about CAMU, in addition to the arguments of all servers
 */
public record PartitionSetup(String given, int count, boolean apart, List<String> arguments) {
    public PartitionSetup {
        arguments = List.copyOf(arguments);
    }

    /** Number of servers in the cluster, if each partition has {@code nodes} servers. */
    public int servers(int nodes) {
        if (given.isEmpty()) return apart ? nodes * count : nodes;
        int most = 0;
        for (List<Integer> ids : byPartition(nodes)) for (int id : ids) most = Math.max(most, id);
        return most;
    }

    /** The partitions with their server ids, in the form of the servers' command-line option. */
    public String map(int nodes) {
        if (!given.isEmpty()) return given;
        StringBuilder map = new StringBuilder();
        for (int partition = 0; partition < count; partition++) {
            map.append(partition == 0 ? "" : ";").append(name(partition)).append('=');
            for (int i = 1; i <= nodes; i++)
                map.append(i == 1 ? "" : ",").append(apart ? partition * nodes + i : i);
        }
        return map.toString();
    }

    /**
     * Names in alphabetical order of the numbers: A, B, and so on, or with more than 26 partitions P000, P001, and so
     * on.
     */
    private String name(int partition) {
        return count <= 26
                ? String.valueOf((char) ('A' + partition))
                : "P%03d".formatted(partition);
    }

    /** The names of the partitions, in alphabetical order. */
    public List<String> names(int nodes) {
        return new ArrayList<>(byName(nodes).keySet());
    }

    /** The server ids of each partition, in the order of the partitions' names. */
    public List<List<Integer>> byPartition(int nodes) {
        return new ArrayList<>(byName(nodes).values());
    }

    private TreeMap<String, List<Integer>> byName(int nodes) {
        TreeMap<String, List<Integer>> byName = new TreeMap<>();
        for (String part : map(nodes).split(";")) {
            String[] sides = part.split("=", 2);
            List<Integer> ids = new ArrayList<>();
            for (String id : sides[1].split(",")) ids.add(Integer.parseInt(id.strip()));
            byName.put(sides[0].strip(), ids);
        }
        return byName;
    }

    /**
     * Groups of server ids: the servers of a group hold the same partitions, so their states must be equal at the end
     * of a run.
     */
    public List<List<Integer>> ofEqualState(int nodes) {
        TreeMap<String, List<Integer>> groups = new TreeMap<>();
        List<List<Integer>> partitions = byPartition(nodes);
        for (int id = 1; id <= servers(nodes); id++) {
            StringBuilder held = new StringBuilder();
            for (int i = 0; i < partitions.size(); i++)
                if (partitions.get(i).contains(id)) held.append(i).append(' ');
            if (held.length() > 0)
                groups.computeIfAbsent(held.toString(), key -> new ArrayList<>()).add(id);
        }
        return new ArrayList<>(groups.values());
    }

    /** The command-line arguments about partitions that each server gets. */
    public List<String> serverArguments(int nodes) {
        List<String> all = new ArrayList<>(List.of("--partitions", map(nodes)));
        all.addAll(arguments);
        return all;
    }
}

package io.abcast.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The partitions of a store, and the ids of the servers that hold each partition, such as {@code A=1,2,3;B=1,2,3}.
 * Partitions have numbers from 0 on, in the alphabetical order of their names. The class is immutable.
 */
public final class PartitionServers {
    private final TreeMap<String, List<Integer>> byName = new TreeMap<>();

    private PartitionServers() {}

    /** @throws IllegalArgumentException if the text {@code map} does not have the form {@code A=1,2,3;B=1,2,3} */
    public static PartitionServers parse(String map) {
        PartitionServers all = new PartitionServers();
        for (String part : map.split(";", -1)) {
            String[] sides = part.split("=", 2);
            List<Integer> ids = new ArrayList<>();
            try {
                for (String id : sides[sides.length - 1].split(",", -1))
                    ids.add(Integer.parseInt(id.strip()));
            } catch (NumberFormatException e) {
                throw wrong(map);
            }
            if (sides.length < 2 || all.byName.put(sides[0].strip(), List.copyOf(ids)) != null)
                throw wrong(map);
        }
        return all;
    }

    private static IllegalArgumentException wrong(String map) {
        return new IllegalArgumentException(
                "partitions: expected a map such as A=1,2,3;B=4,5,6, got " + map);
    }

    /** The names of the partitions, by number of the partition. */
    public List<String> names() {
        return new ArrayList<>(byName.keySet());
    }

    /** The server ids of each partition, by number of the partition. */
    public List<List<Integer>> ids() {
        return new ArrayList<>(byName.values());
    }

    /** Number of servers of all partitions, which equals the highest server id. */
    public int servers() {
        int most = 0;
        for (List<Integer> ids : byName.values()) for (int id : ids) most = Math.max(most, id);
        return most;
    }

    /** The numbers of the partitions of which a server holds a replica. */
    public List<Integer> heldBy(int server) {
        List<Integer> held = new ArrayList<>();
        int number = 0;
        for (List<Integer> ids : byName.values()) {
            if (ids.contains(server)) held.add(number);
            number++;
        }
        return held;
    }

    /** Groups of server ids: the servers of a group hold the same partitions, so their states must be equal. */
    public List<List<Integer>> ofEqualState() {
        Map<List<Integer>, List<Integer>> groups = new LinkedHashMap<>();
        for (int id = 1; id <= servers(); id++) {
            List<Integer> held = heldBy(id);
            if (!held.isEmpty()) groups.computeIfAbsent(held, key -> new ArrayList<>()).add(id);
        }
        return new ArrayList<>(groups.values());
    }

    /** The partitions and their servers as text, in the form that {@link #parse} accepts. */
    @Override
    public String toString() {
        StringJoiner all = new StringJoiner(";");
        byName.forEach(
                (name, ids) -> {
                    StringJoiner each = new StringJoiner(",", name + "=", "");
                    for (int id : ids) each.add(Integer.toString(id));
                    all.add(each.toString());
                });
        return all.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionServers those && byName.equals(those.byName);
    }

    @Override
    public int hashCode() {
        return byName.hashCode();
    }
}

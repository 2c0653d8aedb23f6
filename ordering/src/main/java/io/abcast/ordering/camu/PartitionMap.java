package io.abcast.ordering.camu;

import io.abcast.kernel.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lists the partitions of a CaMu system, and the servers that hold the replicas of each partition. The numbers of the
 * partitions are 0, 1, 2, and so on, in the order of their names. All servers must have the same partition map.
 * Immutable.
 */
public final class PartitionMap {
    /** Maximum number of partitions in a map. */
    public static final int SIZE_MAX = 1 << 12;

    private static final String FORM = "NAME=ID,ID,...;NAME=ID,...";

    private final List<String> names;
    private final List<Membership> replicas;

    private PartitionMap(Map<String, Membership> partitions) {
        names = List.copyOf(partitions.keySet());
        replicas = List.copyOf(partitions.values());
    }

    /**
     * Creates a map.
     *
     * @param partitions ids of the servers that hold the replicas of a partition; the key is the name of the partition
     * @throws IllegalArgumentException if there is no partition, or more than {@link #SIZE_MAX}, or a name is not a
     *     word of letters, digits, hyphens and underscores
     */
    public static PartitionMap of(Map<String, Membership> partitions) {
        if (partitions.isEmpty() || partitions.size() > SIZE_MAX)
            throw new IllegalArgumentException(
                    "partitions: expected 1 to "
                            + SIZE_MAX
                            + " partitions, got "
                            + partitions.size());
        for (String name : new TreeSet<>(partitions.keySet())) checkName(name);
        return new PartitionMap(new TreeMap<>(partitions));
    }

    private static void checkName(String name) {
        boolean word = !name.isEmpty();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean isDigit = c >= '0' && c <= '9';
            word &= isLetter || isDigit || c == '_' || c == '-';
        }
        if (!word)
            throw new IllegalArgumentException(
                    "partitions: expected a name of letters, digits, - and _, got '" + name + "'");
    }

    /**
     * Reads a partition map such as {@code A=1,2,3;B=1,2,3;C=4,5,6}.
     *
     * @throws IllegalArgumentException if the text is not a partition map, or contains a partition or a replica twice
     */
    public static PartitionMap parse(String text) {
        Map<String, Membership> partitions = new TreeMap<>();
        for (String part : text.split(";", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0)
                throw new IllegalArgumentException(
                        "partitions: expected " + FORM + ", got '" + text + "'");
            String name = part.substring(0, equals).strip();
            checkName(name);
            Membership servers;
            try {
                servers = Membership.parse(part.substring(equals + 1));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "partitions: partition " + name + ": " + e.getMessage(), e);
            }
            if (partitions.put(name, servers) != null)
                throw new IllegalArgumentException(
                        "partitions: partition " + name + " occurs twice");
        }
        return of(partitions);
    }

    /** Returns the number of partitions. */
    public int size() {
        return names.size();
    }

    /** Returns the names of the partitions, by number. */
    public List<String> names() {
        return names;
    }

    public String name(int group) {
        return names.get(group);
    }

    /**
     * Returns the number of the partition that is named {@code name}.
     *
     * @throws IllegalArgumentException if no partition is named {@code name}
     */
    public int number(String name) {
        int number = names.indexOf(name);
        if (number < 0)
            throw new IllegalArgumentException(
                    "partition: expected one of " + names + ", got " + name);
        return number;
    }

    /** Returns the founding members of a partition, one for each replica. */
    public Membership replicas(int group) {
        return replicas.get(group);
    }

    /** Returns the numbers of the partitions of which {@code server} holds a replica, ascending. */
    public List<Integer> heldBy(int server) {
        List<Integer> held = new ArrayList<>();
        for (int group = 0; group < size(); group++)
            if (replicas.get(group).contains(server)) held.add(group);
        return held;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionMap map
                && names.equals(map.names)
                && replicas.equals(map.replicas);
    }

    @Override
    public int hashCode() {
        return 31 * names.hashCode() + replicas.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int group = 0; group < size(); group++) {
            if (group > 0) text.append(';');
            text.append(name(group)).append('=').append(replicas(group));
        }
        return text.toString();
    }
}

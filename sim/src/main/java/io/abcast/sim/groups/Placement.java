package io.abcast.sim.groups;

import io.abcast.kernel.Membership;
import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * The placement of groups on servers: which servers hold the replicas of each group.
 *
 * @param kind rule by which the servers of the groups were chosen
 * @param groups ids of the servers that hold the replicas, by number of the group
 */
public record Placement(Kind kind, List<Membership> groups) {
    /** Maximum number of groups in a run, because each group is named by a letter. */
    public static final int GROUPS_MAX = 26;

    /** Rules by which the groups share servers. */
    public enum Kind {
        /** Rule: the same servers hold replicas of all groups. */
        TOGETHER,
        /** Rule: each group has servers that hold no replica of another group. */
        APART,
        /** Rule: each group is placed on random servers. */
        MIXED
    }

    public Placement {
        groups = List.copyOf(groups);
    }

    static Placement draw(Rng random, int partitions, int nodes) {
        Kind kind = random.pick(Kind.values());
        int servers =
                switch (kind) {
                    case TOGETHER -> nodes;
                    case APART -> partitions * nodes;
                    case MIXED -> (int) random.between(nodes, (long) partitions * nodes);
                };
        List<Membership> groups = new ArrayList<>();
        for (int group = 0; group < partitions; group++) {
            TreeSet<Integer> ids = new TreeSet<>();
            while (ids.size() < nodes) {
                int id =
                        switch (kind) {
                            case TOGETHER -> ids.size() + 1;
                            case APART -> group * nodes + ids.size() + 1;
                            case MIXED -> 1 + random.below(servers);
                        };
                ids.add(id);
            }
            groups.add(Membership.of(ids.stream().mapToInt(Integer::intValue).toArray()));
        }
        return new Placement(kind, groups);
    }

    public int size() {
        return groups.size();
    }

    /** Name of a group, by its number: A, B, C, and so on. */
    public static String name(int group) {
        return String.valueOf((char) ('A' + group));
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        for (int group = 0; group < size(); group++) names.add(name(group));
        return names;
    }

    List<Integer> servers() {
        TreeSet<Integer> ids = new TreeSet<>();
        for (Membership group : groups) for (int id : group.ids()) ids.add(id);
        return new ArrayList<>(ids);
    }

    boolean holds(int group, int server) {
        return groups.get(group).contains(server);
    }

    List<Integer> heldBy(int server) {
        List<Integer> held = new ArrayList<>();
        for (int group = 0; group < size(); group++) if (holds(group, server)) held.add(group);
        return held;
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(";");
        for (int group = 0; group < size(); group++)
            text.add(name(group) + "=" + groups.get(group));
        return text.toString();
    }
}

package io.abcast.client.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The status of the servers of a cluster at one time.
 *
 * @param servers the servers' answers to status requests, in the order in which the caller named the servers
 */
public record ClusterLook(List<ServerLook> servers) {

    /**
     * The asked server that leads; if several servers claim to lead, the one with the highest epoch; {@code null} if
     * none leads.
     */
    public ServerLook leader() {
        ServerLook found = null;
        for (ServerLook look : servers)
            if (look.leads()
                    && (found == null
                            || look.number("current_epoch") > found.number("current_epoch")))
                found = look;
        return found;
    }

    /** Whether every server that answered runs a protocol without a leader; false if no server answered. */
    public boolean leaderless() {
        List<ServerLook> answered = servers.stream().filter(ServerLook::answered).toList();
        return !answered.isEmpty() && answered.stream().allMatch(ServerLook::leaderless);
    }

    /** The problems of the cluster, one line each; empty if the status of the servers shows no problem. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Map<Long, String> leaders = new TreeMap<>();
        Map<Long, String> ids = new TreeMap<>();
        boolean serving = false;
        for (ServerLook look : servers) {
            if (!look.answered()) {
                problems.add("server at " + look.name() + " cannot be asked: " + look.error());
                continue;
            }
            String other = ids.put(look.number("id"), look.name());
            if (other != null)
                problems.add(
                        "servers at "
                                + other
                                + " and "
                                + look.name()
                                + " both have server id "
                                + look.number("id"));
            if (look.active()) {
                serving = true;
                if (!look.leaderless())
                    leaders.merge(
                            look.number("leader"), look.text("id"), (have, id) -> have + ", " + id);
            } else {
                problems.add(
                        "server " + look.text("id") + " does not serve: " + look.text("reason"));
            }
        }
        if (!serving)
            problems.add(
                    leaderless()
                            ? "no server that answers reaches a quorum of voters"
                            : "no server that answers has a leader and a quorum");
        if (leaderless()) problems.addAll(notAsked(ids));
        problems.addAll(partitionsWithoutLeader());
        // A leader that has lost its quorum stops leading within election_timeout. Before the end
        // of election_timeout, servers may name two leaders.
        if (leaders.size() > 1) problems.add("servers name different leaders: " + named(leaders));
        ServerLook leader = leader();
        if (leader == null && leaders.size() == 1)
            problems.add(
                    "leader "
                            + leaders.keySet().iterator().next()
                            + " was not asked, and only the leader knows whether all members follow: add its client"
                            + " port to --servers");
        if (leader != null)
            leader.followers()
                    .forEach(
                            (id, follower) -> {
                                if (!"true".equals(follower.get("serving")))
                                    problems.add(
                                            "leader %s is not followed by member %d: %s"
                                                    .formatted(
                                                            leader.text("id"),
                                                            id,
                                                            follower.get("stage")));
                            });
        return problems;
    }

    /** Whether the servers hold replicas of partitions, each of which has its own leader. */
    public boolean partitioned() {
        return servers.stream().anyMatch(ServerLook::partitioned);
    }

    private List<String> partitionsWithoutLeader() {
        List<String> problems = new ArrayList<>();
        TreeSet<String> unled = new TreeSet<>();
        for (ServerLook look : servers) unled.addAll(look.allPartitions());
        TreeSet<String> asked = new TreeSet<>();
        for (ServerLook look : servers)
            look.partitions()
                    .forEach(
                            (name, values) -> {
                                asked.add(name);
                                if ("true".equals(values.get("leads"))) unled.remove(name);
                            });
        for (String name : unled)
            problems.add(
                    asked.contains(name)
                            ? "partition " + name + " has no leader among the asked servers"
                            : "partition "
                                    + name
                                    + " was not asked: add the client port of one of its servers to"
                                    + " --servers");
        return problems;
    }

    /**
     * Returns one problem for each voter that is not among the asked servers. Without a leader, no server reports about
     * other members.
     */
    private List<String> notAsked(Map<Long, String> asked) {
        List<String> problems = new ArrayList<>();
        if (partitioned() || servers.stream().anyMatch(look -> !look.answered())) return problems;
        for (String id : servers.get(0).text("voters").split(","))
            if (id.matches("\\d{1,9}") && !asked.containsKey(Long.parseLong(id)))
                problems.add(
                        "member "
                                + id
                                + " was not asked, and no other member reports about it: add its client port to"
                                + " --servers");
        return problems;
    }

    private static String named(Map<Long, String> leaders) {
        List<String> parts = new ArrayList<>();
        leaders.forEach((leader, by) -> parts.add(leader + " (by " + by + ")"));
        return String.join(", ", parts);
    }
}

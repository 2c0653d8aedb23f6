package io.abcast.client.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the servers of a cluster say of themselves at one time, and what is wrong with it.
 *
 * @param servers as asked for
 */
public record ClusterLook(List<ServerLook> servers) {

    /** The leader of the highest epoch among those asked that lead; {@code null} if none does. */
    public ServerLook leader() {
        ServerLook found = null;
        for (ServerLook look : servers)
            if (look.leads()
                    && (found == null
                            || look.number("current_epoch") > found.number("current_epoch")))
                found = look;
        return found;
    }

    /** What is wrong, one line each; empty if all is well. */
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
                                + " both are server "
                                + look.number("id"));
            if (look.active()) {
                serving = true;
                leaders.merge(
                        look.number("leader"), look.text("id"), (have, id) -> have + ", " + id);
            } else {
                problems.add(
                        "server " + look.text("id") + " does not serve: " + look.text("reason"));
            }
        }
        if (!serving) problems.add("no server that answers has a leader and a quorum");
        // One of the past finds out within election_timeout; for so long two may be named.
        if (leaders.size() > 1) problems.add("servers name different leaders: " + named(leaders));
        ServerLook leader = leader();
        if (leader == null && leaders.size() == 1)
            problems.add(
                    "leader "
                            + leaders.keySet().iterator().next()
                            + " was not asked, and nobody else knows whether all follow it: name its client port, too");
        if (leader != null)
            leader.followers()
                    .forEach(
                            (id, told) -> {
                                if (!"true".equals(told.get("serving")))
                                    problems.add(
                                            "leader %s is not followed by member %d: %s"
                                                    .formatted(
                                                            leader.text("id"),
                                                            id,
                                                            told.get("stage")));
                            });
        return problems;
    }

    private static String named(Map<Long, String> leaders) {
        List<String> parts = new ArrayList<>();
        leaders.forEach((leader, by) -> parts.add(leader + " (by " + by + ")"));
        return String.join(", ", parts);
    }
}

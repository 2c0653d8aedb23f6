package io.abcast.client.admin;

import io.abcast.client.wire.StatusFields;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answer of one server to a status request.
 *
 * @param server the address of the asked server
 * @param fields the status of the server; {@code null} if the server did not answer
 * @param error the reason why the server did not answer; empty if the server answered
 */
public record ServerLook(InetSocketAddress server, StatusFields fields, String error) {
    public boolean answered() {
        return fields != null;
    }

    /** The host and the port of the server, in the form in which the user named the server. */
    public String name() {
        return server.getHostString() + ":" + server.getPort();
    }

    /** The status values of the server by name, in the order in which the server sent them. */
    public Map<String, String> values() {
        return answered() ? fields.values() : Map.of();
    }

    /** The text of the status value {@code name}; empty if the server did not report the value. */
    public String text(String name) {
        return answered() ? fields.text(name) : "";
    }

    /** The number in the status value {@code name}; -1 if the server did not report the value. */
    public long number(String name) {
        return answered() ? fields.number(name, -1) : -1;
    }

    public boolean active() {
        return answered() && fields.flag("active");
    }

    /** Whether the server runs a protocol without a leader. */
    public boolean leaderless() {
        return answered() && fields.flag("leaderless");
    }

    public boolean leads() {
        return active() && text("role").equals("LEADING");
    }

    /** The status values that a leader reports about each other member, by server id and then by name of the value. */
    public Map<Integer, Map<String, String>> followers() {
        return numbered("follower.");
    }

    /**
     * The active warnings of the server, by number of the warning. Each warning has the values {@code kind} and
     * {@code text}.
     */
    public Map<Integer, Map<String, String>> warnings() {
        return numbered("warning.");
    }

    /** Whether the server holds replicas of partitions, each of which has its own leader. */
    public boolean partitioned() {
        return !text("partitions").isEmpty();
    }

    /** The names of all partitions that the server knows; empty without partitions. */
    public List<String> allPartitions() {
        return partitioned() ? List.of(text("partitions").split(",")) : List.of();
    }

    /**
     * The status values of each replica at this server, by the name of the partition and then by the name of the value.
     */
    public Map<String, Map<String, String>> partitions() {
        Map<String, Map<String, String>> found = new TreeMap<>();
        String prefix = "partition.";
        values().forEach(
                        (name, value) -> {
                            int dot = name.indexOf('.', prefix.length());
                            if (!name.startsWith(prefix) || dot < 0) return;
                            found.computeIfAbsent(
                                            name.substring(prefix.length(), dot),
                                            n -> new TreeMap<>())
                                    .put(name.substring(dot + 1), value);
                        });
        return found;
    }

    private Map<Integer, Map<String, String>> numbered(String prefix) {
        Map<Integer, Map<String, String>> found = new TreeMap<>();
        values().forEach(
                        (name, value) -> {
                            if (!name.startsWith(prefix)) return;
                            int dot = name.indexOf('.', prefix.length());
                            if (dot < 0
                                    || !name.substring(prefix.length(), dot).matches("\\d{1,9}"))
                                return;
                            int number = Integer.parseInt(name.substring(prefix.length(), dot));
                            found.computeIfAbsent(number, n -> new TreeMap<>())
                                    .put(name.substring(dot + 1), value);
                        });
        return found;
    }
}

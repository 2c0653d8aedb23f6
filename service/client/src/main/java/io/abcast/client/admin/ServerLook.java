package io.abcast.client.admin;

import io.abcast.client.wire.StatusFields;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answer of one server to a status request.
 *
 * @param server the address that was asked
 * @param fields the status; {@code null} if the server did not answer
 * @param error the reason why the server did not answer; empty if it answered
 */
public record ServerLook(InetSocketAddress server, StatusFields fields, String error) {
    public boolean answered() {
        return fields != null;
    }

    /** The host and the port of the server, as the caller has written them. */
    public String name() {
        return server.getHostString() + ":" + server.getPort();
    }

    /** The values by name, in the order of the server. */
    public Map<String, String> values() {
        return answered() ? fields.values() : Map.of();
    }

    /** The text of a value; empty if the server did not report it. */
    public String text(String name) {
        return answered() ? fields.text(name) : "";
    }

    /** The number of a value; -1 if the server did not report it. */
    public long number(String name) {
        return answered() ? fields.number(name, -1) : -1;
    }

    public boolean active() {
        return answered() && fields.flag("active");
    }

    /** Whether the server runs a protocol without a leader. In such a protocol, each serving member accepts writes. */
    public boolean leaderless() {
        return answered() && fields.flag("leaderless");
    }

    public boolean leads() {
        return active() && text("role").equals("LEADING");
    }

    /** The values that a leader reports about each other member, by server id and then by name. */
    public Map<Integer, Map<String, String>> followers() {
        return numbered("follower.");
    }

    /** The active warnings of the server, by number. Each warning has the values {@code kind} and {@code text}. */
    public Map<Integer, Map<String, String>> warnings() {
        return numbered("warning.");
    }

    /** Whether the server holds replicas of partitions, each of which has a leader of its own. */
    public boolean partitioned() {
        return !text("partitions").isEmpty();
    }

    /** The names of all partitions, as the server knows them; empty without partitions. */
    public List<String> allPartitions() {
        return partitioned() ? List.of(text("partitions").split(",")) : List.of();
    }

    /** The values of each replica at this server, by the name of the partition and then by name. */
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

package io.abcast.client.admin;

import io.abcast.client.wire.StatusFields;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one server answered when asked for its status.
 *
 * @param server as it was asked for
 * @param fields what it told; {@code null} if it did not answer
 * @param error why it did not; empty if it did
 */
public record ServerLook(InetSocketAddress server, StatusFields fields, String error) {
    public boolean answered() {
        return fields != null;
    }

    /** host:port, as given. */
    public String name() {
        return server.getHostString() + ":" + server.getPort();
    }

    /** By name, in the server's order. */
    public Map<String, String> values() {
        return answered() ? fields.values() : Map.of();
    }

    /** Empty if it was not told. */
    public String text(String name) {
        return answered() ? fields.text(name) : "";
    }

    /** -1 if it was not told. */
    public long number(String name) {
        return answered() ? fields.number(name, -1) : -1;
    }

    public boolean active() {
        return answered() && fields.flag("active");
    }

    public boolean leads() {
        return active() && text("role").equals("LEADING");
    }

    /** A leader's: what it tells of each other member, by id and then by name. */
    public Map<Integer, Map<String, String>> followers() {
        return numbered("follower.");
    }

    /** The warnings that hold there: {@code kind} and {@code text} of each. */
    public Map<Integer, Map<String, String>> warnings() {
        return numbered("warning.");
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

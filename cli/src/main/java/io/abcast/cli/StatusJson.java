package io.abcast.cli;

import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.ServerLook;
import io.abcast.command.JsonText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Formats the status of a cluster ({@link ClusterLook}) as JSON. A status value whose name has dots, such as {@code
 * a.b}, becomes a field of a nested object.
 */
final class StatusJson {
    /** Status values that are always JSON strings, even if they look like numbers. */
    private static final Set<String> TEXTS =
            Set.of("version", "reason", "text", "kind", "voters", "observers", "pending_change");

    private StatusJson() {}

    static JsonText of(ClusterLook look) {
        JsonText j = new JsonText().open('{').key("command").value("status");
        j.key("time").value(Instant.now().toString());
        j.key("ok").value(look.problems().isEmpty());
        j.key("problems").values(look.problems());
        ServerLook leader = look.leader();
        j.key("leader").value(leader == null ? null : leader.number("id"));
        j.key("servers").open('[');
        for (ServerLook server : look.servers()) {
            j.open('{').key("server").value(server.name());
            j.key("answered").value(server.answered());
            j.key("error").value(server.answered() ? null : server.error());
            j.key("status");
            if (server.answered()) write(j, tree(server.values()));
            else j.value(null);
            j.close('}');
        }
        return j.close(']').close('}');
    }

    /**
     * Builds a tree from names with dots: inner nodes are maps, leaves are strings. If a name is a leaf and a prefix of
     * other names, only the first value is kept.
     */
    private static Map<String, Object> tree(Map<String, String> values) {
        Map<String, Object> root = new LinkedHashMap<>();
        values.forEach(
                (name, value) -> {
                    Map<String, Object> at = root;
                    String[] parts = name.split("\\.", -1);
                    for (int i = 0; i < parts.length - 1; i++) at = branch(at, parts[i]);
                    if (at != null) at.putIfAbsent(parts[parts.length - 1], value);
                });
        return root;
    }

    @SuppressWarnings("unchecked") // Every value of the tree is a string or a map with string keys.
    private static Map<String, Object> branch(Map<String, Object> at, String name) {
        if (at == null) return null;
        Object next = at.computeIfAbsent(name, n -> new LinkedHashMap<String, Object>());
        return next instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
    }

    @SuppressWarnings("unchecked")
    private static void write(JsonText j, Map<String, Object> tree) {
        j.open('{');
        tree.forEach(
                (name, value) -> {
                    j.key(name);
                    if (value instanceof Map<?, ?> map) write(j, (Map<String, Object>) map);
                    else j.value(TEXTS.contains(name) ? value : typed((String) value));
                });
        j.close('}');
    }

    private static Object typed(String text) {
        if (text.equals("true") || text.equals("false")) return Boolean.valueOf(text);
        if (text.equals("NaN")) return null;
        if (text.matches("-?\\d{1,18}")) return Long.valueOf(text);
        if (text.matches("-?\\d+\\.\\d+([eE]-?\\d+)?")) return Double.valueOf(text);
        return text;
    }
}

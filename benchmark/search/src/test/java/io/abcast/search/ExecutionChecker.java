package io.abcast.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks the output lines of {@code sim replay --executions} only by their documented format, without code of the
 * protocol.
 */
final class ExecutionChecker {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final class Decided {
        private final Map<String, String> keys = new TreeMap<>();
        private final Set<String> deps = new HashSet<>();
        private final Map<Integer, Long> frontier = new HashMap<>();

        private boolean depends(String on) {
            String[] id = on.substring(1, on.length() - 1).split(",");
            long through = frontier.getOrDefault(Integer.parseInt(id[0]), 0L);
            return deps.contains(on) || Long.parseLong(id[1]) <= through;
        }
    }

    private record Segment(int replica, Set<String> requests) {}

    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> paths = new TreeMap<>();
    private final Map<Integer, Segment> segments = new TreeMap<>();
    private final Map<Integer, Long> last = new HashMap<>();
    private final List<Segment> all = new ArrayList<>();
    private final Map<String, Map<String, String>> keys = new HashMap<>();
    private final Map<String, Decided> decided = new TreeMap<>();
    private final Map<String, Long> answers = new HashMap<>();
    private final Map<String, Long> first = new HashMap<>();
    private final Map<String, Integer> kinds = new TreeMap<>();

    List<String> check(List<String> lines) {
        long before = 0;
        for (String line : lines) {
            JsonNode node;
            try {
                node = JSON.readTree(line);
            } catch (JsonProcessingException e) {
                problems.add("no JSON: " + line);
                continue;
            }
            long t = node.get("t").longValue();
            if (t < before) problems.add("time goes back: " + line);
            before = t;
            if (node.has("answered")) request(node);
            else if (node.has("crash") || node.has("snapshot")) jump(node);
            else execution(node, line);
        }
        answers.forEach(
                (name, at) -> {
                    Long executed = first.get(name);
                    if (executed == null || executed > at)
                        problems.add(name + " is answered before it is executed");
                });
        orders();
        visibility();
        return problems;
    }

    Map<String, Integer> paths() {
        return paths;
    }

    Map<String, Integer> kinds() {
        return kinds;
    }

    private void request(JsonNode node) {
        kinds.merge("submit", 1, Integer::sum);
        JsonNode answered = node.get("answered");
        if (answered.isNull()) return;
        answers.put(node.get("submit").toString(), answered.longValue());
        if (answered.longValue() < node.get("t").longValue())
            problems.add("answered before it was submitted: " + node);
    }

    private void jump(JsonNode node) {
        kinds.merge(node.has("crash") ? "crash" : "snapshot", 1, Integer::sum);
        int replica = node.get("replica").intValue();
        segments.remove(replica);
        last.remove(replica);
        if (node.has("snapshot")) last.put(replica, node.get("snapshot").longValue());
    }

    private void execution(JsonNode node, String line) {
        String path = node.get("path").textValue();
        paths.merge(path, 1, Integer::sum);
        if (path.equals("nop")) {
            if (node.has("seq") || node.has("submit"))
                problems.add("a Nop with a request: " + line);
            return;
        }
        if (!Set.of("fast", "slow", "recovered").contains(path))
            problems.add("unknown path: " + line);
        int replica = node.get("replica").intValue();
        long seq = node.get("seq").longValue();
        Long previous = last.put(replica, seq);
        if (previous != null && seq != previous + 1)
            problems.add("expected seq " + (previous + 1) + ": " + line);
        String name = node.get("submit").toString();
        Map<String, String> its = new TreeMap<>();
        node.get("keys").properties().forEach(e -> its.put(e.getKey(), e.getValue().textValue()));
        Map<String, String> known = keys.putIfAbsent(name, its);
        if (known != null && !known.equals(its)) problems.add("other keys: " + line);
        first.putIfAbsent(name, node.get("t").longValue());
        Segment segment =
                segments.computeIfAbsent(
                        replica,
                        r -> {
                            Segment begun = new Segment(r, new LinkedHashSet<>());
                            all.add(begun);
                            return begun;
                        });
        if (!segment.requests.add(name)) problems.add("executed twice: " + line);
        Decided of = decided.computeIfAbsent(node.get("instance").toString(), i -> new Decided());
        its.forEach((key, use) -> of.keys.merge(key, use, (a, b) -> a.equals("w") ? a : b));
        node.get("deps").forEach(each -> of.deps.add(each.toString()));
        for (JsonNode each : node.get("frontier"))
            of.frontier.merge(each.get(0).intValue(), each.get(1).longValue(), Math::max);
    }

    private static boolean interferes(Map<String, String> a, Map<String, String> b) {
        for (Map.Entry<String, String> one : a.entrySet())
            for (Map.Entry<String, String> other : b.entrySet()) {
                boolean all = one.getKey().equals("*") || other.getKey().equals("*");
                boolean same = all || one.getKey().equals(other.getKey());
                boolean writes = one.getValue().equals("w") || other.getValue().equals("w");
                if (same && writes) return true;
            }
        return false;
    }

    private void orders() {
        List<String> names = new ArrayList<>(keys.keySet());
        Map<String, Integer> numbers = new HashMap<>();
        for (String name : names) numbers.put(name, numbers.size());
        int n = names.size();
        BitSet interfering = new BitSet(n * n);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                if (interferes(keys.get(names.get(a)), keys.get(names.get(b))))
                    interfering.set(a * n + b);
        BitSet before = new BitSet(n * n);
        for (Segment segment : all) {
            int[] order = segment.requests.stream().mapToInt(numbers::get).toArray();
            for (int b = 0; b < order.length; b++)
                for (int a = 0; a < b; a++) {
                    if (!interfering.get(order[a] * n + order[b])) continue;
                    before.set(order[a] * n + order[b]);
                    if (!before.get(order[b] * n + order[a])) continue;
                    problems.add(
                            "replica %d executed %s before %s, another one the reverse"
                                    .formatted(
                                            segment.replica,
                                            names.get(order[a]),
                                            names.get(order[b])));
                    return;
                }
        }
    }

    private void visibility() {
        List<String> ids = new ArrayList<>(decided.keySet());
        for (int a = 0; a < ids.size(); a++)
            for (int b = a + 1; b < ids.size(); b++) {
                Decided one = decided.get(ids.get(a));
                Decided other = decided.get(ids.get(b));
                if (!interferes(one.keys, other.keys)) continue;
                if (!one.depends(ids.get(b)) && !other.depends(ids.get(a)))
                    problems.add("no dependency between " + ids.get(a) + " and " + ids.get(b));
            }
    }
}

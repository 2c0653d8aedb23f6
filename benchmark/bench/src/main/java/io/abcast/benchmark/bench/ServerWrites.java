package io.abcast.benchmark.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes how many writes per second each server answers, from the server's figures at two times. If the figures of a
 * server are late, its rate is unknown for that second, and its next rate is a mean.
 */
final class ServerWrites {
    private record Seen(long writes, long nanos) {}

    private final Map<Integer, Seen> last = new HashMap<>();

    /** @return number of writes per second that each server answered since its previous figures, by server id */
    Map<Integer, Double> add(List<ServerAnswer> answers) {
        Map<Integer, Double> rates = new TreeMap<>();
        for (ServerAnswer answer : answers) {
            int id = answer.figures().id();
            long writes = answer.figures().abdelivery().getTotalCount();
            Seen now = new Seen(writes, answer.nanos());
            Seen before = last.put(id, now);
            if (before == null || now.nanos <= before.nanos) continue;
            // A smaller counter means that the server was restarted, and that its counter has
            // started from 0 again.
            long counted = now.writes < before.writes ? 0 : before.writes;
            rates.put(id, (now.writes - counted) * 1e9 / (now.nanos - before.nanos));
        }
        return rates;
    }
}

package io.abcast.benchmark.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes the rate of writes that each server answers, from the server's figures at two times. A server whose figures
 * do not arrive in time is left out; its next rate is the mean since its last figures. Not thread-safe.
 */
final class ServerWrites {
    private record Seen(long writes, long nanos) {}

    private final Map<Integer, Seen> last = new HashMap<>();

    /**
     * Adds the figures of the servers.
     *
     * @return writes per second since the figures before, by server id
     */
    Map<Integer, Double> add(List<ServerAnswer> answers) {
        Map<Integer, Double> rates = new TreeMap<>();
        for (ServerAnswer answer : answers) {
            int id = answer.figures().id();
            long writes = answer.figures().abdelivery().getTotalCount();
            Seen now = new Seen(writes, answer.nanos());
            Seen before = last.put(id, now);
            if (before == null || now.nanos <= before.nanos) continue;
            // A server that was started again counts from 0.
            long counted = now.writes < before.writes ? 0 : before.writes;
            rates.put(id, (now.writes - counted) * 1e9 / (now.nanos - before.nanos));
        }
        return rates;
    }
}

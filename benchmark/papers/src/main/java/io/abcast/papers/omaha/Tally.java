package io.abcast.papers.omaha;

import io.abcast.papers.omaha.Instance.Signal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sums the messages, bytes and latencies of each algorithm in a run after the warm-up. If a network message carries
 * several messages of algorithms, each of these messages gets an equal part of the network message's cost.
 */
final class Tally {
    private static final class Count {
        private double messages;
        private double bytes;
        private double[] latencies = new double[4_096];
        private int completed;

        void completed(double millis) {
            if (completed == latencies.length)
                latencies = Arrays.copyOf(latencies, 2 * latencies.length);
            latencies[completed++] = millis;
        }

        AggregationOutcome outcome() {
            double[] all = Arrays.copyOf(latencies, completed);
            Arrays.sort(all);
            double mean = Arrays.stream(all).average().orElse(Double.NaN);
            double squares = Arrays.stream(all).map(l -> (l - mean) * (l - mean)).sum();
            return new AggregationOutcome(
                    messages / completed,
                    bytes / completed,
                    mean,
                    Math.sqrt(squares / Math.max(1, completed - 1)),
                    completed == 0 ? Double.NaN : all[(int) (0.99 * (completed - 1))],
                    completed);
        }
    }

    private final Map<Algorithm, Count> counts = new EnumMap<>(Algorithm.class);
    private boolean begun;
    private int completed;

    Tally(List<Algorithm> algorithms) {
        for (Algorithm algorithm : algorithms) counts.put(algorithm, new Count());
    }

    void begin() {
        begun = true;
    }

    /** Counts the instances of the warm-up too. */
    int completed() {
        return completed;
    }

    void transmitted(List<Signal> signals) {
        if (!begun) return;
        double share = 1.0 / signals.size();
        double bytes = share * AggregationArena.networkBytes(signals.size());
        for (Signal signal : signals) {
            Count count = counts.get(signal.instance().algorithm);
            count.messages += share;
            count.bytes += bytes;
        }
    }

    void completed(Algorithm algorithm, long latencyNanos) {
        completed++;
        if (begun) counts.get(algorithm).completed(latencyNanos / 1e6);
    }

    AggregationOutcome of(Algorithm algorithm) {
        return counts.get(algorithm).outcome();
    }
}

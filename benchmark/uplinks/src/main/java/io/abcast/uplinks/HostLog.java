package io.abcast.uplinks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The output that the program of one host has written up to now.
 *
 * @param seconds for each second, the messages offered, skipped, committed (0 for multicasts) and failed (or out of
 *     order), then the delivered messages of each sender
 * @param forest for each second, the figures of FOREST on this host; empty if the stack has no FOREST
 * @param latencies mean, median and 99th percentile of the latencies of the host's messages in us; empty if the program
 *     has not ended
 */
record HostLog(boolean ready, List<long[]> seconds, List<long[]> forest, long[] latencies) {
    static final int OFFERED = 0;
    static final int SKIPPED = 1;
    static final int COMMITTED = 2;
    static final int FAILED = 3;
    static final int DELIVERED = 4;

    static final int PLANS = 0;
    static final int DIRECT = 1;
    static final int TO_RELAYS = 2;
    static final int RELAYED = 3;
    static final int RESENT = 4;
    static final int FETCHED = 5;
    static final int RATE_OFFERED = 6;

    static HostLog of(String text) {
        boolean ready = false;
        List<long[]> seconds = new ArrayList<>();
        List<long[]> forest = new ArrayList<>();
        long[] latencies = {};
        for (String line : text.split("\n", -1)) {
            String[] words = line.strip().split(" ", -1);
            switch (words[0]) {
                case "ready" -> ready = true;
                case "second" -> seconds.add(numbers(words, 2));
                case "forest" -> forest.add(numbers(words, 1));
                case "latency" -> latencies = numbers(words, 1);
                default -> {
                    // Ignored: a line without counters, which JGroups wrote, or the program at the
                    // end of the run.
                }
            }
        }
        return new HostLog(ready, seconds, forest, latencies);
    }

    private static long[] numbers(String[] words, int from) {
        return Arrays.stream(words).skip(from).mapToLong(Long::parseLong).toArray();
    }

    /** Before the first second the value is 0; after the end of the program, the last value applies. */
    long at(int second, int counter) {
        return value(seconds, second, counter);
    }

    long forestAt(int second, int counter) {
        return value(forest, second, counter);
    }

    private static long value(List<long[]> of, int second, int counter) {
        if (second < 0 || of.isEmpty()) return 0;
        return of.get(Math.min(second, of.size() - 1))[counter];
    }
}

package io.abcast.dissemination.omaha;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Estimates how long pledges last, from pledges that have ended. The time that an owner states is only the initial
 * estimate. Pledges of one application with about the same stated time form a kind, which has its own estimate. A new
 * application starts with the estimate over all applications for the same stated time. The number of kinds is bounded;
 * the least recently used kind is forgotten first.
 *
 * <p>The estimate is a moving geometric mean of the ratio of actual to stated time. If no time was stated, it is the
 * mean of the actual time.
 */
final class PledgeTimes {
    private static final int KINDS_MAX = 1_024;

    /** Weight of a new duration. About the last twelve durations make up half of the estimate. */
    private static final double WEIGHT = 0.06;

    /**
     * Number of durations in a new kind before each further duration has the weight {@link #WEIGHT}. Until then, the
     * n-th duration has the weight 1/n.
     */
    private static final int FAST = (int) (1 / WEIGHT);

    /** Maximum ratio of actual to stated time, and of stated to actual time. */
    private static final double FACTOR_MAX = 64;

    /** Id for the estimates over all applications. */
    private static final long ANY = Long.MIN_VALUE;

    /**
     * A kind of pledges.
     *
     * @param octave binary logarithm of the stated time; -1 if no time is stated
     */
    private record Kind(long app, int octave) {}

    private static final class Learned {
        /**
         * Mean logarithm of the ratio of actual to stated time; without a stated time, mean logarithm of the actual
         * time in nanoseconds.
         */
        private double log;

        private int count;

        private Learned(Learned like) {
            if (like == null) return;
            log = like.log;
            count = Math.min(1, like.count);
        }

        private void add(double value) {
            count = Math.min(FAST, count + 1);
            log += (value - log) / count;
        }
    }

    private final Map<Kind, Learned> kinds =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Kind, Learned> eldest) {
                    return size() > KINDS_MAX;
                }
            };

    private static Kind kind(long app, long statedNanos) {
        return new Kind(app, statedNanos <= 0 ? -1 : 63 - Long.numberOfLeadingZeros(statedNanos));
    }

    /** Expected time in nanoseconds from the beginning of a pledge to its end; 0 if unknown. */
    long expectedNanos(long app, long statedNanos) {
        Kind kind = kind(app, statedNanos);
        Learned learned = kinds.get(kind);
        if (learned == null) learned = kinds.get(new Kind(ANY, kind.octave()));
        if (learned == null) return statedNanos;
        double factor = Math.exp(learned.log);
        return Math.max(1, (long) (kind.octave() < 0 ? factor : factor * statedNanos));
    }

    /** Records the duration of an ended pledge. */
    void lasted(long app, long statedNanos, long nanos) {
        Kind kind = kind(app, statedNanos);
        double actual = Math.max(1, nanos);
        double value =
                kind.octave() < 0
                        ? Math.log(actual)
                        : Math.log(
                                Math.max(
                                        1 / FACTOR_MAX,
                                        Math.min(FACTOR_MAX, actual / statedNanos)));
        Kind any = new Kind(ANY, kind.octave());
        Learned ofAny = kinds.get(any);
        kinds.computeIfAbsent(kind, k -> new Learned(ofAny)).add(value);
        kinds.computeIfAbsent(any, k -> new Learned(null)).add(value);
    }
}

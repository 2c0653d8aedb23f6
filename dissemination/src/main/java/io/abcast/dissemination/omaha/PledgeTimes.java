package io.abcast.dissemination.omaha;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Estimates the durations of pledges from the durations of pledges that have ended. The duration that an owner states
 * is only the initial estimate of a pledge's duration. Pledges of one application whose stated durations have equal
 * binary logarithms form a kind, which has its own estimate. The first estimate for a kind of a new application is the
 * estimate over all applications for that stated duration. The number of kinds of pledges is bounded, and Omaha forgets
 * the least recently used kind first.
 *
 * <p>The estimate of a kind of pledges is a moving geometric mean of the ratio of actual to stated duration. If the
 * owner stated no duration, the estimate is the moving geometric mean of the actual duration.
 */
final class PledgeTimes {
    private static final int KINDS_MAX = 1_024;

    /**
     * Weight of a newly ended pledge's duration in the estimate of its kind. About the last twelve durations make up
     * half of a kind's estimate.
     */
    private static final double WEIGHT = 0.06;

    /**
     * Number of ended pledges of a new kind after which each further duration has the weight {@link #WEIGHT}. Until the
     * kind has {@code FAST} durations, the n-th duration has the weight 1/n.
     */
    private static final int FAST = (int) (1 / WEIGHT);

    /**
     * Maximum ratio of actual to stated duration of a pledge, and of stated to actual duration, that the estimate uses.
     */
    private static final double FACTOR_MAX = 64;

    /** Application number under which the class keeps the estimates over all applications. */
    private static final long ANY = Long.MIN_VALUE;

    /**
     * A kind of pledges, which has one estimate of their duration.
     *
     * @param octave binary logarithm of the stated duration in ns; -1 if the owner stated no duration
     */
    private record Kind(long app, int octave) {}

    private static final class Learned {
        /**
         * Mean logarithm of the ratio of actual to stated duration. If the owner states no duration, {@code log} is the
         * mean logarithm of the actual duration in ns.
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

    /** Returns the expected time in ns from the beginning of a pledge to its end; 0 if unknown. */
    long expectedNanos(long app, long statedNanos) {
        Kind kind = kind(app, statedNanos);
        Learned learned = kinds.get(kind);
        if (learned == null) learned = kinds.get(new Kind(ANY, kind.octave()));
        if (learned == null) return statedNanos;
        double factor = Math.exp(learned.log);
        return Math.max(1, (long) (kind.octave() < 0 ? factor : factor * statedNanos));
    }

    /** Records the actual duration {@code nanos} of an ended pledge. */
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

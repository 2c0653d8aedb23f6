package io.abcast.dissemination.omaha;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Estimates the durations of pledges from earlier pledges that have ended. Pledges of one application whose stated
 * durations have the same integer binary logarithm form a kind, with an estimate of its own. The number of kinds of
 * pledges is bounded, and Omaha forgets the least recently used kind first. For each kind of pledges, the class keeps a
 * moving geometric mean of the ratio of the actual to the stated duration.
 */
final class PledgeTimes {
    private static final int KINDS_MAX = 1_024;
    private static final double WEIGHT = 0.06;

    /**
     * Number of durations of a new kind that are averaged equally, before each later duration has the weight {@link
     * #WEIGHT}.
     */
    private static final int FAST = (int) (1 / WEIGHT);

    private static final double FACTOR_MAX = 64;

    /** Application number, used by no application, under which the class keeps the estimates over all applications. */
    private static final long ANY = Long.MIN_VALUE;

    /** @param octave binary logarithm of the stated duration in ns; -1 if the owner stated no duration */
    private record Kind(long app, int octave) {}

    private static final class Learned {
        /**
         * Mean logarithm of the ratio of actual to stated duration; if owners state no duration, mean logarithm of the
         * actual duration in ns.
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

package io.abcast.dissemination.omaha;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Learns how long pledges last from those that have ended: what their owners state is only where it starts. Pledges of one application
 * that state about the same time are taken to be of one kind; an application not met yet starts with what those of the others
 * that state that much have shown. Bounded; who has not pledged for longest is forgotten first.
 *
 * <p>The estimate is a moving geometric mean of how much longer they last than was stated, or of how long, if nothing was stated.
 */
final class PledgeTimes {
    private static final int KINDS_MAX = 1_024;

    /** Half of what is known comes from the last dozen. */
    private static final double WEIGHT = 0.06;

    /** A kind that few have shown learns faster: its n-th counts as 1/n. */
    private static final int FAST = (int) (1 / WEIGHT);

    /** So many times longer or shorter than stated is the most that is believed. */
    private static final double FACTOR_MAX = 64;

    /** For all applications. */
    private static final long ANY = Long.MIN_VALUE;

    /**
     * @param octave of the time stated; -1 if none is
     */
    private record Kind(long app, int octave) {}

    private static final class Learned {
        /** Of actual and stated time, or of the time in nanoseconds. */
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

    /** In which time a pledge is expected to be kept; 0 if nothing is known. */
    long expectedNanos(long app, long statedNanos) {
        Kind kind = kind(app, statedNanos);
        Learned learned = kinds.get(kind);
        if (learned == null) learned = kinds.get(new Kind(ANY, kind.octave()));
        if (learned == null) return statedNanos;
        double factor = Math.exp(learned.log);
        return Math.max(1, (long) (kind.octave() < 0 ? factor : factor * statedNanos));
    }

    /** A pledge has lasted so long. */
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

package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Decides the order, times and durations of the faults of a run, as a function of the run's seed. Every kind of fault
 * occurs once before any kind is repeated, and some faults occur in pairs. Two runs with one seed can differ, because
 * the timing of the real processes decides which member leads.
 */
final class FaultSchedule {
    private static final int PAIRED_PERCENT = 30;
    private static final long CALM_MILLIS_MIN = 500;
    private static final long CALM_MILLIS_MAX = 3_000;
    private static final long HOLD_MILLIS_MIN = 300;
    private static final long HOLD_MILLIS_MAX = 7_000;

    private final List<FaultKind> possible;
    private final boolean durable;
    private final SplittableRandom random;
    private final List<FaultKind> deck = new ArrayList<>();
    private int drawn;

    FaultSchedule(List<FaultKind> possible, boolean durable, long seed) {
        this.possible = possible;
        this.durable = durable;
        random = new SplittableRandom(seed);
    }

    /**
     * One or two faults with their times in ms.
     *
     * @param calmMillis pause before the first fault of the episode, in ms
     * @param kinds kinds of the episode's one or two faults, in the order in which the faults begin
     * @param laterMillis time from the begin of the first fault to the begin of the second fault, in ms
     * @param holdMillis time from the begin of the last fault of the episode until the faults are healed, in ms
     * @param random source of all other random choices about the faults of the episode
     */
    record Episode(
            int number,
            long calmMillis,
            List<FaultKind> kinds,
            long laterMillis,
            long holdMillis,
            SplittableRandom random) {
        String label() {
            return label(kinds);
        }

        static String label(List<FaultKind> kinds) {
            return kinds.stream().map(FaultKind::label).collect(Collectors.joining(" + "));
        }
    }

    Episode next() {
        List<FaultKind> kinds = new ArrayList<>();
        kinds.add(draw());
        boolean paired = random.nextInt(100) < PAIRED_PERCENT;
        FaultKind other = possible.get(random.nextInt(possible.size()));
        if (paired
                && !kinds.get(0).alone(durable)
                && !other.alone(durable)
                && other != FaultKind.FLAP) kinds.add(other);
        return new Episode(
                ++drawn,
                random.nextLong(CALM_MILLIS_MIN, CALM_MILLIS_MAX),
                kinds,
                random.nextLong(1_500),
                random.nextLong(HOLD_MILLIS_MIN, HOLD_MILLIS_MAX),
                random.split());
    }

    private FaultKind draw() {
        if (deck.isEmpty()) {
            deck.addAll(possible);
            for (int i = deck.size() - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                FaultKind swapped = deck.set(i, deck.get(j));
                deck.set(j, swapped);
            }
        }
        return deck.remove(deck.size() - 1);
    }
}

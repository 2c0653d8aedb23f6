package io.abcast.sim.liar;

import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.List;

/**
 * Behaviour of the lying members (liars) of one run.
 *
 * @param kinds kinds of messages that the liars falsify.
 * @param everyNanos mean virtual time in ns between two invented messages of one liar; 0 if liars invent no messages.
 * @param changes probability that a liar changes a message of its node.
 * @param drops probability that a liar does not send a message of its node.
 * @param repeats probability that a liar sends a message of its node twice.
 * @param twoFaced whether a liar sends one changed version of a message to some receivers, and the true message to all
 *     others.
 * @param garbles probability that bytes of a lie are changed after its frame is encoded.
 * @param deaf probability that the node of a liar misses a received message.
 * @param beginsHonestly whether the liars are honest until the ensemble is founded, because some protocols need all
 *     members for the founding.
 * @param silentAtTheEnd whether the liars send nothing after all faults of the run are healed.
 */
record LyingProfile(
        List<Class<?>> kinds,
        long everyNanos,
        double changes,
        double drops,
        double repeats,
        boolean twoFaced,
        double garbles,
        double deaf,
        boolean beginsHonestly,
        boolean silentAtTheEnd) {
    private static final long MILLI = 1_000_000;

    /**
     * Fraction of the runs in which liars lie only in a few kinds of messages ("swarm testing", Groce et al., 2012).
     */
    private static final double SWARM_RUNS = 0.5;

    private static final int SWARM_KINDS_MAX = 4;

    static LyingProfile drawn(List<Class<?>> kinds, Rng random) {
        List<Class<?>> some = new ArrayList<>(kinds);
        if (random.chance(SWARM_RUNS)) {
            int count = (int) random.between(1, SWARM_KINDS_MAX);
            while (some.size() > count) some.remove(random.below(some.size()));
        }
        return new LyingProfile(
                List.copyOf(some),
                random.pick(0L, MILLI, 5 * MILLI, 20 * MILLI),
                random.pick(0.0, 0.1, 0.4, 0.9),
                random.pick(0.0, 0.0, 0.1, 0.5),
                random.pick(0.0, 0.1),
                random.chance(0.5),
                random.pick(0.0, 0.05),
                random.pick(0.0, 0.0, 0.2, 0.9),
                random.chance(0.7),
                random.chance(0.4));
    }

    @Override
    public String toString() {
        return "every "
                + everyNanos
                + " ns, changes "
                + changes
                + ", drops "
                + drops
                + ", repeats "
                + repeats
                + (twoFaced ? ", two-faced" : "")
                + ", garbles "
                + garbles
                + ", deaf "
                + deaf
                + (beginsHonestly ? ", honest at the beginning" : "")
                + (silentAtTheEnd ? ", silent at the end" : "")
                + ", in "
                + kinds.stream().map(Class::getSimpleName).toList();
    }
}

package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.sim.Rng;

/**
 * The draw of one run with FOREST: its settings, faults and plans, and what its layers share. One instance serves one
 * run.
 */
final class ForestRun {
    private static final long MILLI = 1_000_000;

    /** Whether frames get lost, late or damaged, and views are incomplete. Then progress takes longer than any timeout. */
    final boolean hasFaults;

    /** Settings of all nodes. */
    final ForestSettings settings;

    /** Time for which a payload may still arrive by itself before holders are asked. */
    final long waitNanos;

    /** Time that a link needs per byte. With 0, no frame ever waits for a link. */
    final double nanosPerByte;

    /** Probability that a frame is damaged, sent twice, or late. */
    final double damaged;

    final double twice;
    final double late;

    /** Probability that a relay loses a frame for one leaf. */
    final double relayDrops;

    /** Probability, per relayed frame, that a relay sends no frames for a while. */
    final double relayDies;

    /** Whether each relay misses one leaf for the whole run. */
    final boolean relayMissesLeaf;

    /** Maximum delay of a late frame, and time without frames of a relay that died. */
    final long lateNanosMax;

    /** Interval in which controllers send plans. */
    final long planNanos;

    /** Ranks below this number send plans. With 2, the plans contradict each other. */
    final int controllers;

    /** Probability that a member lacks another member in its view for an interval of plans. */
    final double leaves;

    /** Whether no frame passes any link. Small messages pass, as on a path that drops large packets. */
    final boolean dropsAllFrames;

    private boolean healed;
    private long incarnations;

    /** @param payloadBytesMax maximum bytes of a request */
    ForestRun(Rng random, int payloadBytesMax) {
        int frame = Math.min(payloadBytesMax, random.pick(100, 700, 64 << 10));
        long own = random.pick(payloadBytesMax, 4 * payloadBytesMax);
        long lateMin = random.pick(5L, 50L) * MILLI;
        long lateFirst = lateMin * random.between(1, 4);
        settings =
                new ForestSettings(
                        true,
                        random.pick(1, 2),
                        frame,
                        random.pick(0, 40),
                        payloadBytesMax,
                        own,
                        random.pick(frame, frame, 4 << 20),
                        random.pick(payloadBytesMax, 32 << 20),
                        random.pick(1, 4),
                        random.between(1, 10) * MILLI,
                        lateMin,
                        lateFirst,
                        // Far below the shipped ratio of 20, repeated frames and fetches alone
                        // fill the processors of a cluster.
                        lateFirst * random.between(20, 64),
                        random.pick(10L, 200L) * MILLI,
                        random.pick(200L, 1_000L) * MILLI,
                        random.pick(50L, 1_000L) * MILLI);
        waitNanos = random.pick(0L, 1L, 20L) * MILLI;
        hasFaults = random.pick(true, true, false);
        nanosPerByte = fault(random, 0, 2_000, 50_000);
        damaged = fault(random, 0, 0.05, 0.3);
        twice = fault(random, 0, 0.1);
        late = fault(random, 0, 0.05, 0.3);
        relayDrops = fault(random, 0, 0.1, 0.5);
        relayDies = fault(random, 0, 0.05);
        relayMissesLeaf = fault(random, 0, 0, 1) == 1;
        lateNanosMax = random.pick(10L, 300L) * MILLI;
        planNanos = random.pick(10L, 60L) * MILLI;
        controllers = random.pick(1, 1, 2);
        leaves = fault(random, 0, 0.02);
        dropsAllFrames = fault(random, 0, 0, 0, 0, 1) == 1;
    }

    /** Draws the probability of a fault. */
    private double fault(Rng random, double... choices) {
        double drawn = choices[random.below(choices.length)];
        return hasFaults ? drawn : 0;
    }

    /** Number of the next run of a member; higher than all before. */
    long nextIncarnation() {
        return ++incarnations;
    }

    /** All faults are healed. From now on frames neither get lost nor late, and views are complete. */
    void heal() {
        healed = true;
    }

    boolean isHealed() {
        return healed;
    }

    @Override
    public String toString() {
        return ("%s wait %d ns, %.0f ns per byte, damaged %.2f, twice %.2f, late %.2f by %d ns, relays drop %.2f, die %.2f,"
                        + " miss a leaf %s, plans of %d every %d ns, leaves %.2f, drop all frames %s")
                .formatted(
                        settings,
                        waitNanos,
                        nanosPerByte,
                        damaged,
                        twice,
                        late,
                        lateNanosMax,
                        relayDrops,
                        relayDies,
                        relayMissesLeaf,
                        controllers,
                        planNanos,
                        leaves,
                        dropsAllFrames);
    }
}

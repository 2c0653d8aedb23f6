package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.sim.Rng;

/** The drawn settings, faults and plans of one run with FOREST. All members of the run share one instance. */
final class ForestRun {
    private static final long MILLI = 1_000_000;

    /**
     * Whether the run has faults: frames are lost, delayed or damaged, and views are incomplete. With faults, requests
     * may take longer than any timeout.
     */
    final boolean hasFaults;

    /** Settings of the FOREST nodes of all members. */
    final ForestSettings settings;

    /** Time in ns for which a member waits for a payload before it asks members that have it. */
    final long waitNanos;

    /** Time in ns that a link needs for a byte. With 0, no frame ever waits for a link. */
    final double nanosPerByte;

    /**
     * Probability that a frame is damaged. The next two fields are the probabilities that a frame is sent twice, and
     * that it is delayed.
     */
    final double damaged;

    final double twice;
    final double late;

    /** Probability that a relay does not forward a frame to one of its leaves. */
    final double relayDrops;

    /** Probability, for each frame that a relay forwards, that the relay then sends no frames for a while. */
    final double relayDies;

    /** Whether each relay forwards no frames to one fixed leaf during the whole run. */
    final boolean relayMissesLeaf;

    /** Maximum delay in ns of a delayed frame, and the time for which a stopped relay sends no frames. */
    final long lateNanosMax;

    /** Time in ns between two plans of a controller. */
    final long planNanos;

    /**
     * Number of members that send plans: those with the lowest ranks. The plans of two members contradict each other.
     */
    final int controllers;

    /** Probability that the view of a member lacks one of the other members until the next plan. */
    final double leaves;

    /**
     * Whether the links drop all frames and deliver only small messages, like a network path that drops large packets.
     */
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
                        // With a ratio far below the shipped one of 20, repeated frames and fetches
                        // would keep the processors of a cluster busy all the time.
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

    /** Draws the probability of a fault from the choices; 0 in a run without faults. */
    private double fault(Rng random, double... choices) {
        double drawn = choices[random.below(choices.length)];
        return hasFaults ? drawn : 0;
    }

    /** Number of the next incarnation of any member, which is higher than all earlier numbers. */
    long nextIncarnation() {
        return ++incarnations;
    }

    /** Heals all faults: from now on no frame is lost or delayed, and views are complete. */
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

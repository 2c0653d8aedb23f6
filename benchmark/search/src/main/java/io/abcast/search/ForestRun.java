package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.sim.Rng;

/**
 * The drawn settings, faults and plans (sending rates) of one run with FOREST; all members of the run share one object.
 */
final class ForestRun {
    private static final long MILLI = 1_000_000;

    /** Time in ns that a member of a run without faults waits for FOREST before it asks other members for a payload. */
    private static final long CALM_WAIT_NANOS = 2_000 * MILLI;

    final boolean hasFaults;

    final ForestSettings settings;

    final long waitNanos;

    /** Zero if no frame ever waits for a link. */
    final double nanosPerByte;

    final double damaged;

    final double twice;
    final double late;

    /**
     * Probability, for each frame and each receiving member, that a relay does not forward the frame to this member.
     */
    final double relayDrops;

    /** Probability, for each frame that a relay forwards, that the relay sends no frames for some time afterwards. */
    final double relayDies;

    /** Whether each relay never forwards frames to one fixed leaf (receiving member) during the whole run. */
    final boolean relayMissesLeaf;

    /** Maximum time in ns by which a link delays a frame, and time in ns for which a stopped relay sends no frames. */
    final long lateNanosMax;

    final long planNanos;

    /**
     * Number of members, lowest ranks first, that send plans (sending rates of all members), which contradict each
     * other.
     */
    final int controllers;

    final double leaves;

    final boolean dropsAllFrames;

    /** Links of a calm run have no faults; only the relay {@link #badRelay} may miss a member. */
    final boolean isCalm;

    /**
     * The rank of the relay that never sends to one member is this number modulo the number of members; -1 without such
     * a relay.
     */
    final int badRelay;

    /**
     * Distance of ranks from the bad relay to the member that it misses: this number, modulo the number of other
     * members, plus 1.
     */
    final int badLeaf;

    ForestDuties duties;

    private boolean healed;
    private long incarnations;

    ForestRun(Rng random, int payloadBytesMax) {
        this(random, payloadBytesMax, false);
    }

    static ForestRun calm(Rng random, int payloadBytesMax) {
        return new ForestRun(random, payloadBytesMax, true);
    }

    private ForestRun(Rng random, int payloadBytesMax, boolean isCalm) {
        this.isCalm = isCalm;
        int frame = Math.min(payloadBytesMax, random.pick(100, 700, 64 << 10));
        long own = random.pick(payloadBytesMax, 4 * payloadBytesMax);
        long lateMin = random.pick(5L, 50L) * MILLI;
        long lateFirst = lateMin * random.between(1, 4);
        ForestSettings drawn =
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
                        // If lateMaxNanos were much less than 20 times lateFirstNanos, which is
                        // the default, repeated frames and fetches would overload the simulated
                        // processors.
                        lateFirst * random.between(20, 64),
                        random.pick(10L, 200L) * MILLI,
                        random.pick(200L, 1_000L) * MILLI,
                        random.pick(50L, 1_000L) * MILLI);
        settings = isCalm ? calm(drawn) : drawn;
        long wait = random.pick(0L, 1L, 20L) * MILLI;
        waitNanos = isCalm ? CALM_WAIT_NANOS : wait;
        hasFaults = random.pick(true, true, false) && !isCalm;
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
        badRelay = isCalm && random.chance(0.5) ? random.below(Integer.MAX_VALUE) : -1;
        badLeaf = badRelay < 0 ? 0 : random.below(Integer.MAX_VALUE);
    }

    private static ForestSettings calm(ForestSettings drawn) {
        ForestSettings d = ForestSettings.defaults(true, drawn.quorum());
        return new ForestSettings(
                true,
                drawn.quorum(),
                drawn.frameBytesMax(),
                drawn.inlineBytesMax(),
                drawn.payloadBytesMax(),
                d.ownBytesMax(),
                d.relayQueueBytesMax(),
                d.bufferBytesMax(),
                drawn.linkFramesMax(),
                d.tickNanos(),
                d.lateMinNanos(),
                d.lateFirstNanos(),
                d.lateMaxNanos(),
                d.probeNanos(),
                d.probeMaxNanos(),
                d.planLifetimeNanos());
    }

    private double fault(Rng random, double... choices) {
        double drawn = choices[random.below(choices.length)];
        return hasFaults ? drawn : 0;
    }

    boolean misses(int relay, int leaf, int members) {
        return badRelay >= 0 && badRelay % members == relay && badLeaf(members) == leaf;
    }

    int badLeaf(int members) {
        if (badRelay < 0) return -1;
        return (badRelay % members + 1 + badLeaf % (members - 1)) % members;
    }

    long nextIncarnation() {
        return ++incarnations;
    }

    void heal() {
        healed = true;
    }

    boolean isHealed() {
        return healed;
    }

    @Override
    public String toString() {
        return ("%s wait %d ns, %.0f ns per byte, damaged %.2f, twice %.2f, late %.2f by %d ns, relays drop %.2f, die %.2f,"
                        + " miss a leaf %s, plans of %d every %d ns, leaves %.2f, drop all frames %s%s")
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
                        dropsAllFrames,
                        isCalm ? ", calm" + (badRelay < 0 ? "" : " with a bad relay") : "");
    }
}

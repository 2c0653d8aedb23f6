package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.sim.Rng;

/** The drawn settings, faults and plans of one run with FOREST. All members of the run share one instance. */
final class ForestRun {
    private static final long MILLI = 1_000_000;

    /** The least time for which EPAXOS waits before it asks for a payload that FOREST carries. */
    private static final long CALM_WAIT_NANOS = 2_000 * MILLI;

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

    /** Whether frames pass without faults, apart from those of {@link #badRelay}, and settings are those of the product. */
    final boolean isCalm;

    /** In a calm run, the rank of a relay that misses {@link #badLeaf}, modulo the number of members; -1: none. */
    final int badRelay;

    /** Distance of the missed leaf's rank from that of the relay, minus 1, modulo the number of other members. */
    final int badLeaf;

    /** Checks what the nodes of the run do; {@code null} without that checker. */
    ForestDuties duties;

    private boolean healed;
    private long incarnations;

    /**
     * Draws a run.
     *
     * @param payloadBytesMax maximum bytes of a request
     */
    ForestRun(Rng random, int payloadBytesMax) {
        this(random, payloadBytesMax, false);
    }

    /**
     * Draws a calm run.
     *
     * @param payloadBytesMax maximum bytes of a request
     */
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
                        // With a ratio far below the shipped one of 20, repeated frames and fetches
                        // would keep the processors of a cluster busy all the time.
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

    /** The defaults of the product, with the sizes that were drawn. */
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

    /** Draws the probability of a fault from the choices; 0 in a run without faults. */
    private double fault(Rng random, double... choices) {
        double drawn = choices[random.below(choices.length)];
        return hasFaults ? drawn : 0;
    }

    /** Whether a relay misses a leaf in a calm run. */
    boolean misses(int relay, int leaf, int members) {
        return badRelay >= 0 && badRelay % members == relay && badLeaf(members) == leaf;
    }

    /** The rank of the leaf that {@link #badRelay} misses; -1 without such a relay. */
    int badLeaf(int members) {
        if (badRelay < 0) return -1;
        return (badRelay % members + 1 + badLeaf % (members - 1)) % members;
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

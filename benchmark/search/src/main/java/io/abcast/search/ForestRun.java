package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.sim.Rng;

/**
 * The drawn settings, faults and plans (sending rates) of one run with FOREST. All members of the run share one
 * {@code ForestRun}.
 */
final class ForestRun {
    private static final long MILLI = 1_000_000;

    /** In calm runs: time in ns for which a member waits for FOREST before it asks other members for a payload. */
    private static final long CALM_WAIT_NANOS = 2_000 * MILLI;

    /**
     * Whether the run has faults of FOREST: frames are lost, delayed or damaged, and views are incomplete. In a run
     * with faults of FOREST, requests may take longer than any timeout.
     */
    final boolean hasFaults;

    /** Settings of the FOREST nodes of all members. */
    final ForestSettings settings;

    /** Time in ns for which a member waits for a payload before the member asks members that have the payload. */
    final long waitNanos;

    /** Time in ns that a link between two members needs for one byte; 0 if no frame ever waits for a link. */
    final double nanosPerByte;

    /**
     * Probability that bytes of a frame are damaged on a link. The next two fields are the probabilities that a frame
     * is sent twice, and that a frame is delayed.
     */
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

    /**
     * Maximum time in ns by which a link delays a frame. The value is also the time for which a stopped relay sends no
     * frames.
     */
    final long lateNanosMax;

    /** Time in ns between two plans (sending rates of the members) that a controller sends. */
    final long planNanos;

    /**
     * Number of members that act as controllers and send plans (sending rates) to all members, lowest ranks first. The
     * plans of two controllers contradict each other.
     */
    final int controllers;

    /** Probability that the view of a member lacks one other member until the next plan of FOREST. */
    final double leaves;

    /**
     * Whether the links drop all frames of FOREST and deliver only small messages, like a network path that drops large
     * packets.
     */
    final boolean dropsAllFrames;

    /**
     * Whether the run is calm: links pass frames without faults, and only the relay {@link #badRelay} may miss a
     * member. A calm run has the default settings of the product, except for the drawn sizes.
     */
    final boolean isCalm;

    /**
     * In a calm run, determines the relay that never sends to one member: its rank is this number modulo the number of
     * members; -1 without such a relay.
     */
    final int badRelay;

    /**
     * Determines the member that the bad relay misses: this number, modulo the number of other members, plus 1 is the
     * distance between the two ranks.
     */
    final int badLeaf;

    /** Checks the actions of the FOREST nodes in this run; {@code null} if the run does not check the FOREST nodes. */
    ForestDuties duties;

    private boolean healed;
    private long incarnations;

    /**
     * Draws a run with FOREST, which may have faults of FOREST.
     *
     * @param payloadBytesMax maximum size of a request's payload in bytes
     */
    ForestRun(Rng random, int payloadBytesMax) {
        this(random, payloadBytesMax, false);
    }

    /**
     * Draws a calm run, which has no faults except a relay that never sends to one member.
     *
     * @param payloadBytesMax maximum size of a request's payload in bytes
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

    /** The default FOREST settings of the product, with the sizes that were drawn for the run. */
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

    /**
     * Draws the probability of a fault of FOREST from {@code choices}. In a run without faults of FOREST, the
     * probability of each fault is 0.
     */
    private double fault(Rng random, double... choices) {
        double drawn = choices[random.below(choices.length)];
        return hasFaults ? drawn : 0;
    }

    /** Whether the relay {@code relay} never sends to the member {@code leaf} in a calm run. */
    boolean misses(int relay, int leaf, int members) {
        return badRelay >= 0 && badRelay % members == relay && badLeaf(members) == leaf;
    }

    /** The rank of the member to which the relay {@link #badRelay} never sends; -1 if no relay misses a member. */
    int badLeaf(int members) {
        if (badRelay < 0) return -1;
        return (badRelay % members + 1 + badLeaf % (members - 1)) % members;
    }

    /** Number for the next incarnation of any member, higher than all earlier numbers. */
    long nextIncarnation() {
        return ++incarnations;
    }

    /** Ends all faults of FOREST in this run: from now on, no frame is lost or delayed, and views are complete. */
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

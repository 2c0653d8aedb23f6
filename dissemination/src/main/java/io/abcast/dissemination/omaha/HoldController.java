package io.abcast.dissemination.omaha;

import io.abcast.kernel.Hold;

/**
 * Adjusts the maximum hold time of messages to the user's bound on added latency. A small share of an application's
 * instances are control instances, whose messages are not held. The difference between the mean latencies of the two
 * kinds of instances is the cost of holding. Users need no parameter for each message type; they only state which
 * messages are critical.
 *
 * <p>Mahamdi et al. 2023 name a dynamic probability as future work (section V). In this class, the maximum hold time is
 * dynamic, and a message waits whenever another message is expected within that time. Compared with holding a random
 * part of the messages without a time limit, this saves as many messages and adds less latency.
 *
 * <p>The controller compares the two means once per window. If the added latency is below the bound, the controller
 * raises the hold time by a step. If the added latency is above the bound, the controller lowers the hold time at once,
 * in proportion to the excess. In the two means, older windows have less weight, so the means follow changes of the
 * load. A window is skipped if its control instances took no time.
 *
 * <p><b>Thread rule:</b> one thread at a time. Deterministic.
 */
public final class HoldController {
    /** Step by which the hold time grows after a window below the bound, as a share of {@code holdMaxNanos}. */
    private static final double STEP = 0.02;

    /** Share of the bound. If the added latency is nearer to the bound than this share, the step is smaller. */
    private static final double NEAR = 0.5;

    /**
     * Minimum number of held instances in a window. A window ends when it has this number of held instances and {@link
     * #CONTROL_MIN} control instances.
     */
    private static final int HELD_MIN = 20;

    private static final int CONTROL_MIN = 3;

    /**
     * Weight of a new window in the mean of control instances. The weight is low because a window has few control
     * instances.
     */
    private static final double CONTROL_WEIGHT = 0.3;

    private static final double HELD_WEIGHT = 0.6;

    private final double bound;
    private final int controlEvery;
    private final long holdMaxNanos;

    /** Present hold time as a share of {@link #holdMaxNanos}, 0 to 1. */
    private double share;

    // Sums of the present window. The sums are doubles, because other members report parts of them,
    // and a long could
    // overflow.
    private double heldSum;
    private double heldCount;
    private double controlSum;
    private double controlCount;

    // Moving means over all windows; 0 before the first window.
    private double held;
    private double control;
    private double added;
    private long windows;
    private long overBound;

    /**
     * Creates a controller.
     *
     * @param bound maximum increase of the mean latency by holding, as a share of the latency of control instances;
     *     above 0
     * @param controlEvery on average, one of this many instances is a control instance; 2 or more
     * @param holdMaxNanos maximum hold time in ns
     */
    public HoldController(double bound, int controlEvery, long holdMaxNanos) {
        if (!(bound > 0))
            throw new IllegalArgumentException("bound: expected above 0, got " + bound);
        if (controlEvery < 2)
            throw new IllegalArgumentException(
                    "control interval: expected at least 2 instances, got " + controlEvery);
        this.bound = bound;
        this.controlEvery = controlEvery;
        this.holdMaxNanos = holdMaxNanos;
    }

    /** Whether the instance with this number is a control instance. None of its messages may be held. */
    public boolean isControl(long instance) {
        // Control instances must not be exactly every n-th instance. Otherwise they could coincide
        // with a role that rotates, such as the leader's.
        long mixed = instance * 0x9E3779B97F4A7C15L;
        return Math.floorMod(mixed ^ mixed >>> 29, controlEvery) == 0;
    }

    /** The hold limits for non-critical messages of instances that are not control instances. */
    public Hold hold() {
        return Hold.upTo(holdNanos());
    }

    /**
     * Reports a completed instance.
     *
     * @param latencyNanos time in ns from the beginning of the instance to its end
     * @param isControl whether the instance was a control instance
     */
    public void completed(long latencyNanos, boolean isControl) {
        completed(InstanceTimes.NONE.with(latencyNanos, isControl));
    }

    /** Reports completed instances of this member or of another member. */
    public void completed(InstanceTimes times) {
        heldSum += times.heldNanos();
        heldCount += times.held();
        controlSum += times.controlNanos();
        controlCount += times.control();
        if (heldCount < HELD_MIN || controlCount < CONTROL_MIN) return;
        double heldNow = heldSum / heldCount;
        double controlNow = controlSum / controlCount;
        heldSum = controlSum = heldCount = controlCount = 0;
        // If the control instances took no time, no ratio can be computed.
        if (!(controlNow > 0)) return;
        held = mean(held, heldNow, HELD_WEIGHT);
        control = mean(control, controlNow, CONTROL_WEIGHT);
        adapt();
    }

    private static double mean(double before, double now, double weight) {
        return before == 0 ? now : before + weight * (now - before);
    }

    private void adapt() {
        windows++;
        added = held / control - 1;
        if (added > bound) {
            overBound++;
            share *= Math.max(0.5, bound / added);
        } else {
            double room = (bound - added) / bound;
            share = Math.min(1, share + STEP * Math.min(1, room / NEAR));
        }
        assert share >= 0 && share <= 1 : "share " + share + " after an added share of " + added;
    }

    /** Present maximum hold time in ns, as in {@link #hold}. */
    public long holdNanos() {
        return (long) (share * holdMaxNanos);
    }

    /**
     * Increase of the mean latency by holding, as computed after the last window; a share of the mean latency of
     * control instances.
     */
    public double added() {
        return added;
    }

    /** Number of windows that were compared. */
    public long windows() {
        return windows;
    }

    /** Number of compared windows in which the added latency exceeded the bound. */
    public long windowsOverBound() {
        return overBound;
    }
}

package io.abcast.dissemination.omaha;

import io.abcast.kernel.Hold;

/**
 * Adjusts the maximum time for which Omaha holds messages, so that the added latency stays within the user's bound. A
 * small share of an application's instances are control instances, whose messages are not held. The mean latency of
 * held instances minus the mean latency of control instances is the cost of holding.
 *
 * <p>Mahamdi and others (2023) suggest a dynamic probability of holding a message (future work, section V). Instead of
 * a probability, this controller changes the maximum hold time: a message waits whenever another message is expected
 * within the hold time.
 *
 * <p>At the end of each window, the controller compares the mean latencies of held and control instances. If the added
 * latency is below the bound, the controller raises the hold time by a step. If the added latency is above the bound,
 * the controller lowers the hold time at once, in proportion to the excess.
 *
 * <p><b>Thread rule:</b> only one thread at a time may call the methods. A controller is deterministic.
 */
public final class HoldController {
    /** Growth of the hold time after a window below the bound, as a share of {@code holdMaxNanos}. */
    private static final double STEP = 0.02;

    private static final double NEAR = 0.5;
    private static final int HELD_MIN = 20;

    private static final int CONTROL_MIN = 3;

    /** Low, because a window has few control instances (instances whose messages are not held). */
    private static final double CONTROL_WEIGHT = 0.3;

    private static final double HELD_WEIGHT = 0.6;

    private final double bound;
    private final int controlEvery;
    private final long holdMaxNanos;
    private double share;

    // The type is double, because sums that other members report could make a long overflow.
    private double heldSum;
    private double heldCount;
    private double controlSum;
    private double controlCount;

    // The moving means of the latencies in ns over all windows; 0 before the end of the first
    // window.
    private double held;
    private double control;
    private double added;
    private long windows;
    private long overBound;

    /**
     * Creates a controller of Omaha's maximum hold time.
     *
     * @param bound maximum increase of the mean latency by holding, as a share of the latency of control instances;
     *     above 0
     * @param controlEvery number n of instances of which, on average, one is a control instance; 2 or more
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

    /**
     * Whether the protocol instance number {@code instance} is a control instance, of which Omaha must hold no message.
     */
    public boolean isControl(long instance) {
        // If exactly every n-th instance were a control instance, control instances could coincide
        // with a role that rotates among the members.
        long mixed = instance * 0x9E3779B97F4A7C15L;
        return Math.floorMod(mixed ^ mixed >>> 29, controlEvery) == 0;
    }

    /** The present limits on holding, for non-critical messages of instances that are not control instances. */
    public Hold hold() {
        return Hold.upTo(holdNanos());
    }

    /**
     * Reports a completed instance to the controller.
     *
     * @param latencyNanos time in ns from the beginning of the instance to its end
     * @param isControl whether the instance was a control instance
     */
    public void completed(long latencyNanos, boolean isControl) {
        completed(InstanceTimes.NONE.with(latencyNanos, isControl));
    }

    /** Reports the latencies of completed instances of this member or of another member. */
    public void completed(InstanceTimes times) {
        heldSum += times.heldNanos();
        heldCount += times.held();
        controlSum += times.controlNanos();
        controlCount += times.control();
        if (heldCount < HELD_MIN || controlCount < CONTROL_MIN) return;
        double heldNow = heldSum / heldCount;
        double controlNow = controlSum / controlCount;
        heldSum = controlSum = heldCount = controlCount = 0;
        // The added latency is relative to the latency of control instances, so it is undefined if
        // the latency of control instances is 0.
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

    /** Present maximum hold time in ns, which {@link #hold} also contains. */
    public long holdNanos() {
        return (long) (share * holdMaxNanos);
    }

    /**
     * Increase of the mean latency by holding, as a share of the mean latency of control instances, computed at the end
     * of the last window.
     */
    public double added() {
        return added;
    }

    /**
     * Number of windows (groups of completed instances) at whose end the controller has compared the mean latencies.
     */
    public long windows() {
        return windows;
    }

    /** Number of windows at whose end the added latency exceeded the user's bound. */
    public long windowsOverBound() {
        return overBound;
    }
}

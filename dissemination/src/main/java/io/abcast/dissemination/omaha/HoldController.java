package io.abcast.dissemination.omaha;

import io.abcast.kernel.Hold;

/**
 * Adjusts the maximum time for which Omaha holds messages to the user's bound on added latency. A small share of an
 * application's instances are control instances, whose messages are not held. An instance is one run of the
 * application's protocol, such as the decision of one slot. The mean latency of held instances minus the mean latency
 * of control instances is the cost of holding. Users set no parameter for each message type; users only state which
 * messages are critical.
 *
 * <p>Mahamdi et al. 2023 name a dynamic probability of holding a message as future work (section V). In
 * {@code HoldController}, the maximum hold time is dynamic, and a message waits whenever another message is expected
 * within the hold time. Holding a random part of the messages without a time limit would save as many messages as a
 * dynamic hold time, but would add more latency.
 *
 * <p>The controller compares the mean latencies of held and control instances once per window, that is, after a minimum
 * number of instances. If the added latency is below the bound, the controller raises the hold time by a step. If the
 * added latency is above the bound, the controller lowers the hold time at once, in proportion to the excess. In the
 * mean latencies, older windows have less weight, so the means follow changes of the load. The controller skips a
 * window in which all control instances took 0 ns.
 *
 * <p><b>Thread rule:</b> only one thread at a time may call the methods. A controller is deterministic.
 */
public final class HoldController {
    /**
     * Step by which the hold time grows after a window with an added latency below the bound, as a share of
     * {@code holdMaxNanos}.
     */
    private static final double STEP = 0.02;

    /**
     * Share of the bound on added latency. If the added latency is nearer to the bound than the share {@code NEAR} of
     * the bound, the controller raises the hold time by a smaller step.
     */
    private static final double NEAR = 0.5;

    /**
     * Minimum number of held instances (protocol runs whose messages may be held) in a window. A window ends when it
     * has {@code HELD_MIN} held instances and {@link #CONTROL_MIN} control instances.
     */
    private static final int HELD_MIN = 20;

    private static final int CONTROL_MIN = 3;

    /**
     * Weight of a new window in the mean latency of control instances. The weight of a window is low because a window
     * has few control instances.
     */
    private static final double CONTROL_WEIGHT = 0.3;

    private static final double HELD_WEIGHT = 0.6;

    private final double bound;
    private final int controlEvery;
    private final long holdMaxNanos;

    /** Present hold time as a share of {@link #holdMaxNanos}, from 0 to 1. */
    private double share;

    // The sums of the latencies in ns in the present window. The sums have the type double, because
    // other members report parts of the sums, and a long could overflow.
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
     * Whether the instance with the number {@code instance} is a control instance. Omaha must hold no message of a
     * control instance.
     */
    public boolean isControl(long instance) {
        // Control instances must not be exactly every n-th instance of the protocol. Otherwise,
        // control instances could coincide with a role of a member that rotates among the members,
        // such as the leader's role.
        long mixed = instance * 0x9E3779B97F4A7C15L;
        return Math.floorMod(mixed ^ mixed >>> 29, controlEvery) == 0;
    }

    /** The present hold limits for non-critical messages of instances that are not control instances. */
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
        // If the mean latency of the control instances is 0, the added latency as a share of it is
        // undefined.
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
     * Increase of the mean latency by holding, computed at the end of the last window, as a share of the mean latency
     * of control instances.
     */
    public double added() {
        return added;
    }

    /** Number of windows in which the controller has compared the mean latencies. */
    public long windows() {
        return windows;
    }

    /** Number of compared windows in which the added latency exceeded the bound. */
    public long windowsOverBound() {
        return overBound;
    }
}

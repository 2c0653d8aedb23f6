package io.abcast.dissemination.omaha;

import io.abcast.kernel.Hold;

/**
 * Finds by itself how long messages may be held: as long as the user's bound on added latency allows. A small share of an
 * application's instances runs unheld; how much longer the others take is what holding costs. No parameter for each type of message
 * is left, only which ones are critical.
 *
 * <p>Mahamdi et al. 2023 name a dynamic probability as future work (section V). Here the longest wait is dynamic, and whatever is
 * expected to find company within it waits: that saves as many messages for less latency than holding some of them, chosen by
 * chance, for however long it takes.
 *
 * <p>Every window it compares the two means. Below the bound the wait grows by a step, above it shrinks at once by how far it is
 * above. Both means forget, so that a load that changes is followed. A window whose unheld instances took no time is skipped.
 *
 * <p><b>Thread rule:</b> one thread at a time. Deterministic.
 */
public final class HoldController {
    /** Added to the wait in a window that leaves room, as a share of the longest. */
    private static final double STEP = 0.02;

    /** The step shrinks when less room is left than this share of the bound. */
    private static final double NEAR = 0.5;

    /** A window ends when so many instances of each kind have completed. */
    private static final int HELD_MIN = 20;

    private static final int CONTROL_MIN = 3;

    /** Weight of a new window's mean of the unheld ones, which are few. */
    private static final double CONTROL_WEIGHT = 0.3;

    private static final double HELD_WEIGHT = 0.6;

    private final double bound;
    private final int controlEvery;
    private final long holdMaxNanos;

    /** Of {@link #holdMaxNanos}: 0 to 1. */
    private double share;

    // Of the present window. Other members tell parts of them: a long could overflow.
    private double heldSum;
    private double heldCount;
    private double controlSum;
    private double controlCount;

    // Of all windows; 0: none yet.
    private double held;
    private double control;
    private double added;
    private long windows;
    private long overBound;

    /**
     * @param bound on what holding may add to the mean latency, as a share of the latency of unheld instances; above 0
     * @param controlEvery one instance of so many runs unheld; 2 or more
     * @param holdMaxNanos no wait is longer
     */
    public HoldController(double bound, int controlEvery, long holdMaxNanos) {
        if (!(bound > 0))
            throw new IllegalArgumentException("bound of " + bound + ": expected above 0");
        if (controlEvery < 2)
            throw new IllegalArgumentException(
                    "one of " + controlEvery + " as control: expected 2 or more");
        this.bound = bound;
        this.controlEvery = controlEvery;
        this.holdMaxNanos = holdMaxNanos;
    }

    /** Whether the instance with this number runs unheld: none of its messages may be held. */
    public boolean isControl(long instance) {
        // Not simply every n-th: what else comes in turns, such as leaders, must not fall on them
        // alone.
        long mixed = instance * 0x9E3779B97F4A7C15L;
        return Math.floorMod(mixed ^ mixed >>> 29, controlEvery) == 0;
    }

    /** How messages of the others may be held, but for critical ones. */
    public Hold hold() {
        return Hold.upTo(holdNanos());
    }

    /**
     * An instance has completed.
     *
     * @param latencyNanos from its beginning to its end
     * @param isControl whether it ran unheld
     */
    public void completed(long latencyNanos, boolean isControl) {
        completed(InstanceTimes.NONE.with(latencyNanos, isControl));
    }

    /** Instances have completed, here or elsewhere. */
    public void completed(InstanceTimes times) {
        heldSum += times.heldNanos();
        heldCount += times.held();
        controlSum += times.controlNanos();
        controlCount += times.control();
        if (heldCount < HELD_MIN || controlCount < CONTROL_MIN) return;
        double heldNow = heldSum / heldCount;
        double controlNow = controlSum / controlCount;
        heldSum = controlSum = heldCount = controlCount = 0;
        // Nothing can be a share of no latency.
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

    /** As in {@link #hold}. */
    public long holdNanos() {
        return (long) (share * holdMaxNanos);
    }

    /** What holding added to the mean latency, as measured by the last window; a share of the unheld latency. */
    public double added() {
        return added;
    }

    /** Times that it has looked. */
    public long windows() {
        return windows;
    }

    /** Of these, those that saw more than the bound. */
    public long windowsOverBound() {
        return overBound;
    }
}

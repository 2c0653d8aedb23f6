package io.abcast.ordering.camu;

import java.util.Arrays;

/**
 * The rule of Vandevoorde 2018, section 4.3.3, for links: "a partition has been touched a lot (more than ~75% touched
 * during X rounds)" opens its link, and less than 25 % closes the link. Rounds have a fixed length, because this
 * protocol has no rounds. Pure: a function of its arguments and of earlier calls.
 */
final class TouchShare {
    /** "X = 10 ~ 15 rounds". */
    static final int ROUNDS = 15;

    private static final double PERCENT = 100;

    private final LinkRule rule;
    private final long roundNanos;

    /** By partition: number of rounds in which transactions touched it, and the last of these rounds. */
    private final int[] touched;

    private final long[] lastRound;

    /** By partition: share of the rounds of the last decision, in percent. */
    private final double[] percents;

    private long beginNanos;

    TouchShare(LinkRule rule, int groups, long roundNanos, long nowNanos) {
        this.rule = rule;
        this.roundNanos = roundNanos;
        touched = new int[groups];
        lastRound = new long[groups];
        percents = new double[groups];
        begin(nowNanos);
    }

    private void begin(long nowNanos) {
        beginNanos = nowNanos;
        Arrays.fill(touched, 0);
        Arrays.fill(lastRound, -1);
    }

    /** A transaction that this partition has delivered concerns another partition too. */
    void touch(int other, long nowNanos) {
        long round = (nowNanos - beginNanos) / roundNanos;
        if (lastRound[other] == round) return;
        lastRound[other] = round;
        touched[other]++;
    }

    boolean isTouched() {
        for (int each : touched) if (each > 0) return true;
        return false;
    }

    /**
     * Returns for each partition whether its link is to be open, and begins again; {@code null} before {@link #ROUNDS}
     * rounds have passed.
     *
     * @param open whether the links are open now
     */
    boolean[] decide(long nowNanos, boolean[] open) {
        long passed = (nowNanos - beginNanos) / roundNanos;
        if (passed < ROUNDS) return null;
        boolean[] next = open.clone();
        for (int other = 0; other < open.length; other++) {
            percents[other] = PERCENT * touched[other] / passed;
            if (percents[other] > rule.openPercent()) next[other] = true;
            else if (percents[other] < rule.closePercent()) next[other] = false;
        }
        begin(nowNanos);
        return next;
    }

    /** Describes the last decision about a link. */
    String reason(int other) {
        return "touched in %.0f %% of the rounds".formatted(percents[other]);
    }
}

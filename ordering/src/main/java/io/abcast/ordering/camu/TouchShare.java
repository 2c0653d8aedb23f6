package io.abcast.ordering.camu;

import java.util.Arrays;

/**
 * The rule for opening and closing links of Vandevoorde 2018, section 4.3.3. A link opens if "a partition has been
 * touched a lot (more than ~75% touched during X rounds)", and closes below 25 %. A round of {@code TouchShare} is a
 * period of fixed length, because abcast's version of CaMu has no rounds of messages. {@code TouchShare} reads no
 * clock: its decisions depend only on the arguments and on earlier calls.
 */
final class TouchShare {
    /** Number of rounds between two decisions of the rule; in the paper "X = 10 ~ 15 rounds". */
    static final int ROUNDS = 15;

    private static final double PERCENT = 100;

    private final LinkRule rule;
    private final long roundNanos;

    /** By partition: number of rounds in which a delivered transaction had the partition as a destination. */
    private final int[] touched;

    private final long[] lastRound;

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
     * Returns {@code null} before {@link #ROUNDS} rounds have passed; otherwise begins a new count of rounds.
     *
     * @param open by partition: whether the link is open now
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

    String reason(int other) {
        return "touched in %.0f %% of the rounds".formatted(percents[other]);
    }
}

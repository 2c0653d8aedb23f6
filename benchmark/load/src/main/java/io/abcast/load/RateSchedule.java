package io.abcast.load;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The request rate of an open loop over time, in steps or as a fraction of the rate that a closed loop reached directly
 * before. The last step of a rate schedule lasts until the load is stopped. The class is immutable.
 *
 * @param steps steps of the rate schedule, at least one of them with a rate above 0; empty for a closed loop or a share
 * @param share fraction of the closed loop's rate, 0 to {@link #SHARE_MAX}; 0 if the steps define the rate
 */
public record RateSchedule(List<Step> steps, double share) {
    /** The schedule of a closed loop, which has no rate. */
    public static final RateSchedule NONE = new RateSchedule(List.of());

    public static final double SHARE_MAX = 2;

    public static final double RATE_MAX = 10_000_000;
    public static final double SECONDS_MAX = 86_400;
    public static final int STEPS_MAX = 1000;

    /**
     * @param rate requests per second of all clients in this step; 0 for a pause
     * @param seconds length of the step in seconds; infinite if the user gave no length
     */
    public record Step(double rate, double seconds) {
        public Step {
            if (!(rate >= 0 && rate <= RATE_MAX))
                throw new IllegalArgumentException(
                        "rate: expected 0.." + number(RATE_MAX) + " per second, got " + rate);
            boolean finite = seconds > 0 && seconds <= SECONDS_MAX;
            if (!finite && seconds != Double.POSITIVE_INFINITY)
                throw new IllegalArgumentException(
                        "rate: expected steps of more than 0 and at most "
                                + number(SECONDS_MAX)
                                + " s, got "
                                + number(seconds));
        }
    }

    public RateSchedule(List<Step> steps) {
        this(steps, 0);
    }

    public RateSchedule {
        if (!(share >= 0 && share <= SHARE_MAX))
            throw new IllegalArgumentException(
                    "rate: expected more than 0 and at most "
                            + percent(SHARE_MAX)
                            + ", got "
                            + percent(share));
        steps = List.copyOf(steps);
        if (steps.size() > STEPS_MAX)
            throw new IllegalArgumentException(
                    "rate: expected at most " + STEPS_MAX + " steps, got " + steps.size());
        if (!steps.isEmpty() && steps.stream().noneMatch(step -> step.rate > 0))
            throw new IllegalArgumentException("rate: expected a positive number, got 0");
    }

    /** @param rate requests per second of all clients, above 0 */
    public static RateSchedule constant(double rate) {
        return new RateSchedule(List.of(new Step(rate, Double.POSITIVE_INFINITY)));
    }

    /** @param share fraction of the closed loop's rate, above 0 */
    public static RateSchedule shareOfClosedLoop(double share) {
        if (share == 0) throw new IllegalArgumentException("rate: expected a share, got 0 %");
        return new RateSchedule(List.of(), share);
    }

    public boolean open() {
        return isShare() || !steps.isEmpty();
    }

    /** Whether the rate is a fraction of the rate of a closed loop, which must be measured first. */
    public boolean isShare() {
        return share > 0;
    }

    /** The schedule in which the rate is the share of {@code closedLoop} requests per second. */
    public RateSchedule of(double closedLoop) {
        return isShare() ? constant(share * closedLoop) : this;
    }

    /** Total length of all steps of the schedule in seconds; infinite if the last step has no length. */
    public double seconds() {
        if (isShare()) return Double.POSITIVE_INFINITY;
        return steps.stream().mapToDouble(Step::seconds).sum();
    }

    /** Returns a copy of this schedule in which the first step is longer by {@code seconds} seconds. */
    public RateSchedule prolonged(double seconds) {
        if (steps.isEmpty()) return this;
        List<Step> longer = new ArrayList<>(steps);
        longer.set(0, new Step(steps.get(0).rate, steps.get(0).seconds + seconds));
        return new RateSchedule(longer);
    }

    RateSchedule share(int parts) {
        return new RateSchedule(
                steps.stream().map(s -> new Step(s.rate / parts, s.seconds)).toList(), share);
    }

    void write(WireWriter out) {
        out.i64(Double.doubleToLongBits(share)).varint(steps.size());
        for (Step step : steps)
            out.i64(Double.doubleToLongBits(step.rate)).i64(Double.doubleToLongBits(step.seconds));
    }

    static RateSchedule read(WireReader in) {
        double share = Double.longBitsToDouble(in.i64());
        int count = in.count(STEPS_MAX);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++)
            steps.add(
                    new Step(Double.longBitsToDouble(in.i64()), Double.longBitsToDouble(in.i64())));
        return new RateSchedule(steps, share);
    }

    /**
     * The schedule in the form that users write on the command line: {@code 2000}, {@code 50%}, or
     * {@code 100:10s,20000:20s}.
     */
    @Override
    public String toString() {
        if (isShare()) return percent(share);
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            text.append(text.length() == 0 ? "" : ",").append(number(step.rate));
            if (Double.isFinite(step.seconds))
                text.append(':').append(number(step.seconds)).append('s');
        }
        return text.toString();
    }

    private static String percent(double share) {
        return number(Math.round(share * 1e6) / 1e4) + "%";
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : Double.toString(value);
    }
}

package io.abcast.benchmark.load;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rate of an open loop over time: one step after the other. The last one goes on until the load is
 * stopped. Immutable.
 *
 * @param steps at least one of them with a rate above 0; none at all: a closed loop
 */
public record RateSchedule(List<Step> steps) {
    /** Closed loop. */
    public static final RateSchedule NONE = new RateSchedule(List.of());

    public static final double RATE_MAX = 10_000_000;
    public static final double SECONDS_MAX = 86_400;
    public static final int STEPS_MAX = 1000;

    /**
     * @param rate requests per second, 0 for a pause
     * @param seconds how long; infinite where nothing says
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

    public RateSchedule {
        steps = List.copyOf(steps);
        if (steps.size() > STEPS_MAX)
            throw new IllegalArgumentException(
                    "rate: expected at most " + STEPS_MAX + " steps, got " + steps.size());
        if (!steps.isEmpty() && steps.stream().noneMatch(step -> step.rate > 0))
            throw new IllegalArgumentException("rate: expected a positive number, got 0");
    }

    /** @param rate requests per second, above 0 */
    public static RateSchedule constant(double rate) {
        return new RateSchedule(List.of(new Step(rate, Double.POSITIVE_INFINITY)));
    }

    public boolean open() {
        return !steps.isEmpty();
    }

    /** How long it lasts; infinite if nothing says. */
    public double seconds() {
        return steps.stream().mapToDouble(Step::seconds).sum();
    }

    /** The same with a longer first step. */
    public RateSchedule prolonged(double seconds) {
        if (steps.isEmpty()) return this;
        List<Step> longer = new ArrayList<>(steps);
        longer.set(0, new Step(steps.get(0).rate, steps.get(0).seconds + seconds));
        return new RateSchedule(longer);
    }

    /** What each of {@code parts} generators does. */
    RateSchedule share(int parts) {
        return new RateSchedule(
                steps.stream().map(s -> new Step(s.rate / parts, s.seconds)).toList());
    }

    void write(WireWriter out) {
        out.varint(steps.size());
        for (Step step : steps)
            out.i64(Double.doubleToLongBits(step.rate)).i64(Double.doubleToLongBits(step.seconds));
    }

    /**
     * @throws IllegalArgumentException if a number is out of range
     * @throws MalformedFrameException if what follows is no schedule
     */
    static RateSchedule read(WireReader in) {
        int count = in.count(STEPS_MAX);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++)
            steps.add(
                    new Step(Double.longBitsToDouble(in.i64()), Double.longBitsToDouble(in.i64())));
        return new RateSchedule(steps);
    }

    /** As it is written on the command line: {@code 2000}, or {@code 100:10s,20000:20s}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            text.append(text.length() == 0 ? "" : ",").append(number(step.rate));
            if (Double.isFinite(step.seconds))
                text.append(':').append(number(step.seconds)).append('s');
        }
        return text.toString();
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : Double.toString(value);
    }
}

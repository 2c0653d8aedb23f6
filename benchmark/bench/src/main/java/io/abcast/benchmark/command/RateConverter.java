package io.abcast.benchmark.command;

import io.abcast.command.SecondsConverter;
import io.abcast.load.RateSchedule;
import io.abcast.load.RateSchedule.Step;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses a rate such as {@code 2000}, or a schedule of rates such as {@code 100:10s,20000:20s}. A text such as {@code
 * 50%} is a percentage of the rate that a closed loop reaches.
 */
final class RateConverter implements ITypeConverter<RateSchedule> {
    private final SecondsConverter seconds = new SecondsConverter();

    @Override
    public RateSchedule convert(String value) {
        try {
            if (value.endsWith("%"))
                return RateSchedule.shareOfClosedLoop(
                        rate(value.substring(0, value.length() - 1)) / 100);
            if (value.indexOf(':') < 0 && value.indexOf(',') < 0)
                return RateSchedule.constant(rate(value));
            List<Step> steps = new ArrayList<>();
            for (String step : value.split(",", -1)) {
                int colon = step.indexOf(':');
                if (colon < 0) throw unexpected(value, "no time in '" + step + "'");
                double time = seconds.convert(step.substring(colon + 1));
                if (!Double.isFinite(time)) throw unexpected(value, "no time in '" + step + "'");
                steps.add(new Step(rate(step.substring(0, colon)), time));
            }
            return new RateSchedule(steps);
        } catch (NumberFormatException e) {
            throw unexpected(value, e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static double rate(String text) {
        return Double.parseDouble(text);
    }

    private static TypeConversionException unexpected(String value, String why) {
        return new TypeConversionException(
                "rate: expected a positive number, 50%, or OPS:TIME,OPS:TIME,... such as"
                        + " 100:10s,20000:20s, got "
                        + value
                        + ": "
                        + why);
    }
}

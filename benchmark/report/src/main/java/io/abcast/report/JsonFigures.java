package io.abcast.report;

import io.abcast.command.JsonText;
import java.math.BigDecimal;
import java.math.MathContext;

/** Formats figures of measurements for JSON documents. */
public final class JsonFigures {
    private static final MathContext SIX_DIGITS = new MathContext(6);

    private JsonFigures() {}

    public static void ratio(JsonText json, String name, Ratio ratio) {
        Interval95 interval = ratio.interval();
        json.key(name).open('{').key("mean").value(rounded(interval.mean()));
        json.key("ci95_half").value(rounded(interval.half()));
        json.key("min").value(rounded(ratio.min())).key("max").value(rounded(ratio.max()));
        json.key("runs").value(ratio.values().size()).close('}');
    }

    public static void interval(JsonText json, String name, Interval95 interval) {
        json.key(name).open('{').key("mean").value(rounded(interval.mean()));
        json.key("ci95_half").value(rounded(interval.half())).close('}');
    }

    /** Rounds a number to six significant digits; further digits of a measurement are noise. */
    public static double rounded(double number) {
        if (!Double.isFinite(number)) return number;
        return new BigDecimal(number).round(SIX_DIGITS).doubleValue();
    }
}

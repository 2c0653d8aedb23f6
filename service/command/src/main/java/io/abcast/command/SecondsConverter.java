package io.abcast.command;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a time on the command line to seconds. The converter accepts for example {@code 0.02}, {@code 20ms} and
 * {@code 150us}; a number without a unit means seconds.
 */
public final class SecondsConverter implements ITypeConverter<Double> {
    private enum Unit {
        NS(1e9),
        US(1e6),
        MS(1e3),
        S(1); // S is last, because MS and US end with S too

        private final double perSecond;

        Unit(double perSecond) {
            this.perSecond = perSecond;
        }
    }

    @Override
    public Double convert(String value) {
        String text = value.strip().toUpperCase(Locale.ROOT);
        double perSecond = 1;
        for (Unit unit : Unit.values()) {
            if (text.endsWith(unit.name())) {
                text = text.substring(0, text.length() - unit.name().length());
                perSecond = unit.perSecond;
                break;
            }
        }
        try {
            return Double.parseDouble(text) / perSecond;
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "'"
                            + value
                            + "' is not a time; expected seconds, or a unit: 0.02, 20ms, 150us");
        }
    }
}

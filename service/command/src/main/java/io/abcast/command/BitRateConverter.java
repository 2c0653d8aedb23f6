package io.abcast.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses a rate of a link on the command line, such as 500kbit, 100mbit, 1gbit or 2.5gbit. The units kbit, mbit and
 * gbit are powers of 1,000 bits per second.
 */
public final class BitRateConverter implements ITypeConverter<Long> {
    private static final Pattern RATE =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)([kmg]?)bit(?:/s)?");

    @Override
    public Long convert(String value) {
        Matcher rate = RATE.matcher(value.strip().toLowerCase(Locale.ROOT));
        if (!rate.matches())
            throw new TypeConversionException(
                    "'"
                            + value
                            + "' is not a rate; expected bits per second: 500kbit, 100mbit, 1gbit");
        double unit =
                switch (rate.group(2)) {
                    case "k" -> 1e3;
                    case "m" -> 1e6;
                    case "g" -> 1e9;
                    default -> 1;
                };
        return Math.round(Double.parseDouble(rate.group(1)) * unit);
    }
}

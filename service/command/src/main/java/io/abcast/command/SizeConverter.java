package io.abcast.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a size on the command line to bytes. The converter accepts for example 100000, 64k, 512m and 1g; the units
 * k, m and g are 2^10, 2^20 and 2^30 bytes.
 */
public final class SizeConverter implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)");

    @Override
    public Long convert(String value) {
        Matcher size = SIZE.matcher(value.strip().toLowerCase(Locale.ROOT));
        if (!size.matches())
            throw new TypeConversionException(
                    "'" + value + "' is not a size; expected bytes, or a unit: 64k, 512m, 1g");
        int shift =
                switch (size.group(2)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    case "g" -> 30;
                    default -> 0;
                };
        return Long.parseLong(size.group(1)) << shift;
    }
}

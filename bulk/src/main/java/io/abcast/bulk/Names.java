package io.abcast.bulk;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/** Rules for the names of transferred files. */
final class Names {
    /** Maximum length of a file name that all common file systems accept, encrypting file systems included. */
    static final int PLAIN_BYTES_MAX = 143;

    private static final Set<String> DEVICES =
            Set.of(
                    "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6",
                    "COM7", "COM8", "COM9", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7",
                    "LPT8", "LPT9", "CONIN$", "CONOUT$");

    private static final String NOT_ON_WINDOWS = ":*?\"<>|";

    private Names() {}

    /** @return the reason; null if the name is allowed */
    static String fault(String name, boolean windows) {
        for (int i = 0; i < name.length(); ) {
            int c = name.codePointAt(i);
            String what = fault(c);
            if (what == null && windows && NOT_ON_WINDOWS.indexOf(c) >= 0)
                what = "a character that Windows refuses";
            if (what != null) return "expected a name without " + what;
            i += Character.charCount(c);
        }
        return windows ? windowsFault(name) : null;
    }

    private static String fault(int c) {
        int type = Character.getType(c);
        if (type == Character.CONTROL) return "control characters";
        if (type == Character.SURROGATE) return "halves of characters";
        if (type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR)
            return "line separators";
        return bidi(c) ? "characters that change the direction of text" : null;
    }

    /** Whether a character controls the direction of text, by which a name could disguise itself in a log line. */
    private static boolean bidi(int c) {
        return c == 0x61c
                || c == 0x200e
                || c == 0x200f
                || (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069);
    }

    private static String windowsFault(String name) {
        if (name.endsWith(".") || name.endsWith(" "))
            return "expected a name that does not end in a dot or a space";
        int dot = name.indexOf('.');
        String stem = (dot < 0 ? name : name.substring(0, dot)).strip().toUpperCase(Locale.ROOT);
        return DEVICES.contains(stem)
                ? "expected a name of a file, it is the name of a device"
                : null;
    }

    /**
     * Maps file names that some file systems confuse (they differ only in case or in Unicode normalisation) to equal
     * texts.
     */
    static String folded(String name) {
        String upper = Normalizer.normalize(name, Normalizer.Form.NFKD).toUpperCase(Locale.ROOT);
        return Normalizer.normalize(upper.toLowerCase(Locale.ROOT), Normalizer.Form.NFKD);
    }

    static boolean plain(String name) {
        return name.length() <= PLAIN_BYTES_MAX
                && StandardCharsets.US_ASCII.newEncoder().canEncode(name);
    }

    /** Escapes unprintable characters, and characters that change the direction of text. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (fault(c) == null && Character.getType(c) != Character.UNASSIGNED)
                shown.appendCodePoint(c);
            else
                for (char half : Character.toChars(c))
                    shown.append(String.format("\\u%04x", (int) half));
            i += Character.charCount(c);
        }
        return shown.toString();
    }
}

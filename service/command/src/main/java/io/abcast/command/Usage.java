package io.abcast.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Checks the options of a command. The error message about a wrong option is one line that names the expected value.
 */
public final class Usage {
    public static final List<String> DURABILITIES = List.of("memory", "file", "fsync");

    private final CommandLine command;

    public Usage(CommandLine command) {
        this.command = command;
    }

    public CommandLine command() {
        return command;
    }

    public ParameterException wrong(String name, String expected, Object actual) {
        return new ParameterException(command, name + ": expected " + expected + ", got " + actual);
    }

    /**
     * Converts an exception into an error about the option {@code name}.
     *
     * @param refusal the exception, whose message may already begin with the option's name, such as "protocol: expected
     *     ..." for --protocol
     */
    public static ParameterException refused(
            CommandLine command, String name, IllegalArgumentException refusal) {
        String message = refusal.getMessage();
        String named = name.substring(2) + ": ";
        String text = message.startsWith(named) ? "--" + message : name + ": " + message;
        return new ParameterException(command, text, refusal);
    }

    /** @return the option's value in lower case */
    public String oneOf(String name, String value, List<String> allowed) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (!allowed.contains(lower)) throw wrong(name, String.join(" or ", allowed), value);
        return lower;
    }

    /** @return the option's value in lower case */
    public String durability(String name, String value) {
        return oneOf(name, value, DURABILITIES);
    }

    public void atLeast(String name, long value, long least) {
        if (value < least) throw wrong(name, "at least " + least, value);
    }

    public void positiveSeconds(String name, double value) {
        if (!(value > 0)) throw wrong(name, "a positive number of seconds", value);
    }

    public void readable(String name, Path file) {
        if (!Files.isReadable(file)) throw wrong(name, "a readable file", file);
    }
}

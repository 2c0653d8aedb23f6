package io.abcast.search.command;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The seeds from {@code first} to {@code last}, both included, in the form that option {@code --seeds} accepts. */
record SeedRange(long first, long last) {
    static SeedRange parse(CommandLine command, String seeds) {
        String[] ends = seeds.split("\\.\\.", -1);
        long first;
        long last;
        try {
            first = Long.parseLong(ends[0]);
            last = ends.length == 1 ? first : Long.parseLong(ends[1]);
        } catch (NumberFormatException e) {
            throw new ParameterException(command, "--seeds: expected FIRST..LAST, got " + seeds, e);
        }
        if (ends.length > 2 || last < first || last == Long.MAX_VALUE)
            throw new ParameterException(
                    command, "--seeds: expected FIRST..LAST with FIRST <= LAST, got " + seeds);
        return new SeedRange(first, last);
    }

    long count() {
        return last - first + 1;
    }
}

package io.abcast.benchmark.command;

import io.abcast.command.Usage;
import io.abcast.load.RateSchedule;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command-line options for the length of the warm-up. */
final class WarmUpOptions {
    /** Minimum length in seconds of a warm-up; a warm-up before a schedule of rates has exactly this length. */
    private static final double MIN_SECONDS = 5;

    private static final double MAX_SECONDS = 60;

    private static final double SECONDS_BOUND = RateSchedule.SECONDS_MAX;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            description =
                    "Seconds of load before the measurement. With --warmup-max, and in compare,"
                            + " this is the minimum. Default: until the rate is steady, see"
                            + " --warmup-max; with a schedule of --rate 5; in compare 4.")
    private Double warmup;

    @Option(
            names = "--warmup-max",
            paramLabel = "S",
            description =
                    "Maximum seconds of a warm-up that lasts until the rate is steady and the"
                            + " servers' JIT compilers are idle. When compare measures the same"
                            + " servers again, the maximum is a quarter of this time. Default:"
                            + " 60, in compare 35.")
    private Double warmupMax;

    void check(Usage usage, boolean scheduled) {
        checkMin(usage);
        if (warmupMax == null) return;
        if (scheduled)
            throw usage.wrong(
                    "--warmup-max",
                    "none beside a schedule of --rate",
                    LoadOptions.number(warmupMax));
        if (!(warmupMax > 0 && warmupMax <= SECONDS_BOUND))
            throw usage.wrong(
                    "--warmup-max",
                    "more than 0 and at most " + LoadOptions.number(SECONDS_BOUND) + " seconds",
                    LoadOptions.number(warmupMax));
        if (warmup != null && warmupMax < warmup) throw tooShort(usage);
    }

    void checkOfCompare(Usage usage) {
        checkMin(usage);
        boolean given = usage.command().getParseResult().hasMatchedOption("--warmup-max");
        if (!(warmupMax >= 0 && warmupMax <= SECONDS_BOUND) || (given && warmupMax < warmup))
            throw tooShort(usage);
    }

    private void checkMin(Usage usage) {
        if (warmup != null && !(warmup >= 0 && warmup <= SECONDS_BOUND))
            throw usage.wrong(
                    "--warmup",
                    "0 or more seconds, at most " + LoadOptions.number(SECONDS_BOUND),
                    LoadOptions.number(warmup));
    }

    private ParameterException tooShort(Usage usage) {
        return usage.wrong(
                "--warmup-max",
                "at least --warmup, " + LoadOptions.number(warmup),
                LoadOptions.number(warmupMax));
    }

    double minSeconds() {
        if (warmup != null) return warmup;
        return warmupMax == null ? MIN_SECONDS : Math.min(MIN_SECONDS, warmupMax);
    }

    /**
     * Maximum length of the warm-up in seconds; it equals the minimum length if the warm-up has a fixed length.
     *
     * @param scheduled whether the load follows a schedule of rates; the warm-up before a schedule has a fixed length
     */
    double maxSeconds(boolean scheduled) {
        double min = minSeconds();
        if (scheduled || min == 0) return min;
        if (warmupMax != null) return Math.max(min, warmupMax);
        return warmup != null ? min : MAX_SECONDS;
    }

    String text(boolean scheduled) {
        double max = maxSeconds(scheduled);
        String seconds = LoadOptions.number(max) + " s";
        return minSeconds() == max
                ? seconds
                : LoadOptions.number(minSeconds()) + " to " + seconds + " until the rate is steady";
    }
}

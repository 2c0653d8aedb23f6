package io.abcast.search.mutants;

import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.sim.explore.Bounds;
import io.abcast.sim.explore.ExplorationWatch;
import io.abcast.sim.explore.ExploreResult;
import io.abcast.sim.explore.ExploreResult.Violated;
import io.abcast.sim.explore.Explorer;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * A check that explores schedules of a mutant until the first violation.
 *
 * @param key bounds of the exploration in the form in which the list of mutants gives them.
 * @param statesMax maximum number of states that the check expands.
 * @param secondsMax limit on CPU time in seconds, as a safety net behind {@code statesMax}
 */
record ExploreCheck(String protocol, Bounds bounds, String key, long statesMax, int secondsMax)
        implements Check {
    private static final int STATES = 3_000_000;
    private static final int SECONDS = 180;

    private static final int RANDOM_SCHEDULES = 300_000;

    private static final int DEPTH = 10_000;
    private static final long MEMORY_BYTES = 2L << 30;

    static ExploreCheck of(String protocol, Options options) {
        options.only(
                "members",
                "slots",
                "crashes",
                "campaigns",
                "requests",
                "retries",
                "repeats",
                "reads",
                "liars",
                "durability",
                "deviations",
                "states",
                "seconds");
        int slots = options.number("slots", 1);
        String durability = options.text("durability", "fsync");
        try {
            Bounds bounds =
                    new Bounds(
                            options.number("members", protocol.equals(Ordering.FBP) ? 6 : 3),
                            slots,
                            options.number("requests", slots + 1),
                            options.number("crashes", 0),
                            options.number("campaigns", slots == 1 ? 3 : 2),
                            options.number("retries", 0),
                            options.number("repeats", 0),
                            options.number("reads", 0),
                            options.number("liars", 0),
                            Durability.valueOf(durability.toUpperCase(Locale.ROOT)),
                            options.number("deviations", Bounds.ANY),
                            DEPTH,
                            MEMORY_BYTES);
            String key = options.line().replaceAll(" (states|seconds)=[0-9]+", "");
            return new ExploreCheck(
                    protocol,
                    bounds,
                    key,
                    options.number("states", STATES),
                    options.number("seconds", SECONDS));
        } catch (IllegalArgumentException e) {
            throw new MutantException(options.line() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String unit() {
        return "states";
    }

    @Override
    public long amountMax() {
        return statesMax;
    }

    @Override
    public Outcome run(ClassLoader loader, long amountMax, LongConsumer progress) {
        long until = Check.cpuNanos() + secondsMax * 1_000_000_000L;
        ExplorationWatch watch =
                new ExplorationWatch() {
                    private boolean enough;

                    @Override
                    public void progress(long states, long waiting, int depth, int violations) {
                        progress.accept(states);
                        enough = states >= amountMax;
                    }

                    @Override
                    public boolean stop() {
                        return enough
                                || Check.cpuNanos() > until
                                || Thread.currentThread().isInterrupted();
                    }
                };
        ExploreResult result =
                new Explorer(PatchedProtocol.explored(loader, protocol), bounds)
                        .randomSchedules(RANDOM_SCHEDULES)
                        .explore(watch, true);
        if (result.violations().isEmpty()) {
            boolean late = !result.complete() && Check.cpuNanos() > until;
            String limit = late ? "stopped after " + secondsMax + " s of processor time" : "";
            return new Outcome("", result.states(), "", limit);
        }
        Violated violated = result.violations().get(0);
        String report = violated.what() + "\n" + String.join("\n", violated.schedule());
        return new Outcome(violated.invariant(), result.states(), report, "");
    }
}

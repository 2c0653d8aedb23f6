package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * A failing run, reduced to those schedule items without which it does not fail. The reduction uses the part of delta
 * debugging (Zeller and Hildebrandt 2002) that removes items.
 *
 * @param result result of the shortest failing run that the reduction found.
 * @param before number of schedule items of the original run.
 * @param after number of schedule items of the shortest failing run.
 * @param runs number of attempts
 */
public record Shrunk(SeedResult result, int before, int after, int runs) {
    private static final int RUNS_MAX = 500;

    /**
     * Returns a readable report with the reduction, the remaining schedule items, and the command line that runs these
     * items.
     */
    public String report() {
        return "shrunk from "
                + before
                + " to "
                + after
                + " items in "
                + runs
                + " runs\n"
                + result.report();
    }

    /** Runs a seed with only a part of the run's schedule. */
    @FunctionalInterface
    public interface Attempts {
        SeedResult run(long seed, ScheduleFilter keep, Trace trace);
    }

    /** Reduces a failed run to the schedule items without which it does not fail. */
    public static Shrunk of(Attempts attempts, SeedResult failed) {
        return new Search(attempts, failed).shrink();
    }

    private static final class Search {
        private final Attempts attempts;
        private final String invariant;
        private final int before;
        private SeedResult best;
        private int runs;

        Search(Attempts attempts, SeedResult failed) {
            this.attempts = attempts;
            this.best = failed;
            this.invariant = failed.violations().get(0).invariant();
            before = numbers(failed.keep()).size();
        }

        Shrunk shrink() {
            // Items that begin after the violation cannot have caused it, so the first attempt
            // leaves them out.
            attempt(numbers(best.keptUntil(best.violations().get(0).nanos())));
            List<Integer> left = numbers(best.keep());
            int chunks = 2;
            while (!left.isEmpty() && runs < RUNS_MAX) {
                List<Integer> shorter = withoutAChunk(left, chunks);
                if (shorter != null) {
                    left = shorter;
                    chunks = Math.max(2, chunks - 1);
                } else if (chunks >= left.size()) {
                    break;
                } else {
                    chunks = Math.min(left.size(), 2 * chunks);
                }
            }
            return new Shrunk(best, before, left.size(), runs);
        }

        /**
         * Splits {@code items} into {@code chunks} equal parts, leaves out one part at a time, and returns the first
         * shortened list whose run still fails; {@code null} if all runs pass.
         */
        private List<Integer> withoutAChunk(List<Integer> items, int chunks) {
            for (int chunk = 0; chunk < chunks && runs < RUNS_MAX; chunk++) {
                int from = (int) ((long) items.size() * chunk / chunks);
                int to = (int) ((long) items.size() * (chunk + 1) / chunks);
                if (from == to) continue;
                List<Integer> rest = new ArrayList<>(items.subList(0, from));
                rest.addAll(items.subList(to, items.size()));
                if (attempt(rest)) return rest;
            }
            return null;
        }

        private boolean attempt(List<Integer> items) {
            runs++;
            SeedResult result = attempts.run(best.seed(), ScheduleFilter.of(items), Trace.off());
            boolean fails = result.violates(invariant);
            if (fails) best = result;
            return fails;
        }

        private List<Integer> numbers(ScheduleFilter keep) {
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < best.items(); i++) if (keep.keeps(i)) numbers.add(i);
            return numbers;
        }
    }
}

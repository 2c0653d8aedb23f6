package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * A failing run, reduced to the items that it needs to fail. Uses that part of delta debugging (Zeller and Hildebrandt
 * 2002) that removes items. Each attempt runs the same seed with fewer items of its {@link RunSchedule}. An attempt
 * that violates the same invariant is kept.
 *
 * @param result the shortest failing run that was found
 * @param before number of items of the original run
 * @param after number of items of the shortest run
 * @param runs number of attempts
 */
public record Shrunk(SeedResult result, int before, int after, int runs) {
    /** Maximum number of attempts. After so many attempts, the shortest failing run so far is the result. */
    private static final int RUNS_MAX = 500;

    /** Returns a readable report with the reduction, the remaining items, and the command that runs them. */
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

    /** Runs a seed with a part of its schedule. */
    @FunctionalInterface
    public interface Attempts {
        SeedResult run(long seed, ScheduleFilter keep, Trace trace);
    }

    /** Reduces a failed run. */
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
         * Splits {@code items} into {@code chunks} equal parts and removes one part at a time. Returns the first
         * remaining list whose run still fails; {@code null} if all runs pass.
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

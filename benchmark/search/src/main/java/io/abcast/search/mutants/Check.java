package io.abcast.search.mutants;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** A check that must find a mutant, within bounds. It uses nothing but the classes of the loader that it is given. */
interface Check {
    /**
     * The result of a check.
     *
     * @param found the invariant that is violated; empty if none is within the bounds
     * @param amount how much was run, up to and with what found it
     * @param report for people: what happened; empty if nothing was found
     * @param limit why it ended before its bound; empty if it did not
     */
    record Outcome(String found, long amount, String report, String limit) {
        boolean isFound() {
            return !found.isEmpty();
        }
    }

    /** The check without its bounds. Checks with equal keys share a control run. */
    String key();

    /** The unit of the amount, in the plural. */
    String unit();

    /** How much it runs at most. */
    long amountMax();

    /**
     * Runs until something is found, or the bound is met.
     *
     * @param loader as of {@link PatchedProtocol}
     * @param amountMax at most {@link #amountMax}
     * @param progress takes the amount so far, now and then
     */
    Outcome run(ClassLoader loader, long amountMax, LongConsumer progress);

    /**
     * The processor time of this thread, in ns. The safety nets of checks count it, so that a busy host does not save a mutant.
     */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Reads a line such as {@code fuzz nodes=3 seeds=1000} or {@code test class=fbp.FbpRulesTest}.
     *
     * @throws MutantException if it is malformed
     */
    static Check parse(String protocol, String line) {
        String[] words = line.split(" +", -1);
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1) throw new MutantException(line + ": expected KEY=VALUE: " + words[i]);
            options.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return switch (words[0]) {
            case "fuzz" -> FuzzCheck.of(protocol, new Options(line, options));
            case "test" -> TestCheck.of(protocol, new Options(line, options));
            case "explore" -> ExploreCheck.of(protocol, new Options(line, options));
            default -> throw new MutantException(line + ": expected a check, got " + words[0]);
        };
    }

    /** The options of one line; each is asked for, or it is a mistake. */
    record Options(String line, Map<String, String> values) {
        String text(String key, String otherwise) {
            return values.getOrDefault(key, otherwise);
        }

        int number(String key, int otherwise) {
            String value = values.get(key);
            if (value == null) return otherwise;
            try {
                return Integer.parseInt(value);
            } catch (NumberFormatException e) {
                throw new MutantException(line + ": " + key + ": expected a number", e);
            }
        }

        void only(String... keys) {
            Set<String> left = new TreeSet<>(values.keySet());
            left.removeAll(Set.of(keys));
            if (!left.isEmpty()) throw new MutantException(line + ": unknown options " + left);
        }
    }
}

package io.abcast.search.mutants;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * A check that must detect a mutant within a bounded amount of work. A check uses the protocol's classes of a given
 * class loader.
 */
interface Check {
    /**
     * The result of a check.
     *
     * @param found violated invariant; empty if the check finds no violation within the bounds
     * @param amount amount of work done, up to and including the violation
     * @param report readable report of the violation; empty without a violation
     * @param limit reason why the check ended before its bound; empty if the check reached its bound
     */
    record Outcome(String found, long amount, String report, String limit) {
        boolean isFound() {
            return !found.isEmpty();
        }
    }

    /** Text of the check without its bounds. Checks with equal keys share a control run. */
    String key();

    /** The unit of the amount, in the plural. */
    String unit();

    /** Maximum amount of work. */
    long amountMax();

    /**
     * Runs until the check finds a violation or reaches its bound.
     *
     * @param loader class loader of {@link PatchedProtocol}
     * @param amountMax bound on the amount of work, at most {@link #amountMax}
     * @param progress receives the amount of work that is done, from time to time
     */
    Outcome run(ClassLoader loader, long amountMax, LongConsumer progress);

    /**
     * CPU time of this thread, in ns. The time limits of checks use CPU time, so that no mutant survives because the
     * host is busy.
     */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Reads a line such as {@code fuzz nodes=3 seeds=1000} or {@code test class=fbp.FbpRulesTest}.
     *
     * @throws MutantException if the line is malformed
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

    /** The options of one line. An option that the check does not read is an error. */
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

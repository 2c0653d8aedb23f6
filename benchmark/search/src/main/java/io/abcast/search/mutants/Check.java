package io.abcast.search.mutants;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** A check that must detect a mutant (a protocol with a defect) within a bounded amount of work. */
interface Check {
    /**
     * @param found name of the violated invariant; empty if the check finds no violation within the bounds
     * @param amount amount of work that the check has done, up to and including the violation
     * @param report readable report of the violation; empty if there is no violation
     * @param limit reason for which the check ended before its bound on work; empty if the check reached its bound
     */
    record Outcome(String found, long amount, String report, String limit) {
        boolean isFound() {
            return !found.isEmpty();
        }
    }

    /** Checks with equal keys, which leave out the bounds on work, share one control run on unchanged sources. */
    String key();

    String unit();

    long amountMax();

    /**
     * @param loader class loader of {@link PatchedProtocol} with the classes of the protocol.
     * @param amountMax at most {@link #amountMax}.
     * @param progress receives from time to time the amount of work that the check has done
     */
    Outcome run(ClassLoader loader, long amountMax, LongConsumer progress);

    /**
     * CPU time in ns of the present thread, because a limit on elapsed time would let mutants survive on a busy host.
     */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

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

package io.abcast.search.mutants;

import java.util.List;

/**
 * One broken rule.
 *
 * @param name unique in its list
 * @param protocols the protocols that it breaks
 * @param rule the sentence of the rule, as it holds in the product
 * @param patches what is changed
 * @param checks what must find it, in the order in which they run; the first that finds it ends the mutant
 * @param equivalent why no check can find it; empty for a mutant that a check must find
 */
public record Mutant(
        String name,
        List<String> protocols,
        String rule,
        List<Patch> patches,
        List<CheckLine> checks,
        String equivalent) {

    /**
     * A check as the list has it.
     *
     * @param protocol the only protocol that it is for; empty: all
     * @param text for example {@code fuzz nodes=3 seeds=1000}
     */
    public record CheckLine(String protocol, String text) {}

    /** The checks of one protocol. */
    public List<String> checksOf(String protocol) {
        return checks.stream()
                .filter(check -> check.protocol().isEmpty() || check.protocol().equals(protocol))
                .map(CheckLine::text)
                .toList();
    }

    /** Whether it changes a source of that module, named by its directory. */
    public boolean changes(String module) {
        return patches.stream().anyMatch(patch -> patch.file().startsWith(module + "/"));
    }

    public boolean isEquivalent() {
        return !equivalent.isEmpty();
    }
}

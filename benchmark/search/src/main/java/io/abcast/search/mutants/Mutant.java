package io.abcast.search.mutants;

import java.util.List;

/**
 * A mutant: a copy of a protocol with one broken rule.
 *
 * @param name name of the mutant, unique in its list of mutants
 * @param protocols names of the protocols that the mutant breaks
 * @param rule the rule that the mutant breaks, in words
 * @param patches changes of the product's sources that make the mutant
 * @param checks checks in the order in which they run, until the first one detects the mutant
 * @param equivalent reason for which no check can detect the mutant; empty for a mutant that a check must detect
 */
public record Mutant(
        String name,
        List<String> protocols,
        String rule,
        List<Patch> patches,
        List<CheckLine> checks,
        String equivalent) {

    /**
     * A check of a mutant, as a line of the list of mutants gives it.
     *
     * @param protocol the only protocol for which the check runs; empty if the check is for all protocols of the mutant
     * @param text text of the check, for example {@code fuzz nodes=3 seeds=1000}
     */
    public record CheckLine(String protocol, String text) {}

    /** The texts of the mutant's checks for one protocol. */
    public List<String> checksOf(String protocol) {
        return checks.stream()
                .filter(check -> check.protocol().isEmpty() || check.protocol().equals(protocol))
                .map(CheckLine::text)
                .toList();
    }

    /** Whether the mutant changes a source of the module in the directory {@code module}. */
    public boolean changes(String module) {
        return patches.stream().anyMatch(patch -> patch.file().startsWith(module + "/"));
    }

    public boolean isEquivalent() {
        return !equivalent.isEmpty();
    }
}

package io.abcast.search.mutants;

import java.util.List;

/**
 * A mutant: one broken rule of a protocol.
 *
 * @param name name of the mutant, unique in its list
 * @param protocols protocols that the mutant breaks
 * @param rule the broken rule, as it holds in the product
 * @param patches changes of the sources
 * @param checks checks that must detect the mutant, in the order in which they run; the first check that detects it
 *     ends the run
 * @param equivalent reason why no check can detect the mutant; empty for a mutant that a check must detect
 */
public record Mutant(
        String name,
        List<String> protocols,
        String rule,
        List<Patch> patches,
        List<CheckLine> checks,
        String equivalent) {

    /**
     * A check, as a line of the list of mutants gives it.
     *
     * @param protocol only protocol of the check; empty: all protocols of the mutant
     * @param text text of the check, for example {@code fuzz nodes=3 seeds=1000}
     */
    public record CheckLine(String protocol, String text) {}

    /** The checks for one protocol. */
    public List<String> checksOf(String protocol) {
        return checks.stream()
                .filter(check -> check.protocol().isEmpty() || check.protocol().equals(protocol))
                .map(CheckLine::text)
                .toList();
    }

    /** Whether the mutant changes a source of the module with this directory. */
    public boolean changes(String module) {
        return patches.stream().anyMatch(patch -> patch.file().startsWith(module + "/"));
    }

    public boolean isEquivalent() {
        return !equivalent.isEmpty();
    }
}

package io.abcast.sim.check;

/**
 * Violation of an invariant in a simulated run.
 *
 * @param invariant name of the checker that detected the violation of its invariant.
 * @param nanos virtual time in ns at which the checker detected the violation.
 * @param what description of the violation with expected and actual values and the member.
 */
public record Violation(String invariant, long nanos, String what) {
    @Override
    public String toString() {
        return invariant + " at " + nanos / 1_000 + " us: " + what;
    }
}

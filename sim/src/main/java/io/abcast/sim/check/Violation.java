package io.abcast.sim.check;

/**
 * Violation of an invariant in a run.
 *
 * @param invariant the checker's name
 * @param nanos virtual time at which the violation was detected
 * @param what description with expected and actual values and the member
 */
public record Violation(String invariant, long nanos, String what) {
    @Override
    public String toString() {
        return invariant + " at " + nanos / 1_000 + " us: " + what;
    }
}

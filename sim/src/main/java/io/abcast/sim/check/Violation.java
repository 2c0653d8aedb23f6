package io.abcast.sim.check;

/**
 * An invariant that a run broke.
 *
 * @param invariant the checker's name
 * @param nanos virtual time at which it was noticed
 * @param what expected, actual and who
 */
public record Violation(String invariant, long nanos, String what) {
    @Override
    public String toString() {
        return invariant + " at " + nanos / 1_000 + " us: " + what;
    }
}

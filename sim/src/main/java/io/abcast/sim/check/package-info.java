/**
 * What a simulated run has shown, and the invariants it must keep. Checkers see entries, deliveries and answers only; they
 * know no protocol. Single-threaded.
 */
package io.abcast.sim.check;

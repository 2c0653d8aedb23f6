/**
 * The record of a simulated run and the invariants that it must keep. Checkers observe entries, deliveries and answers
 * only, and know no protocol. Single-threaded.
 */
package io.abcast.sim.check;

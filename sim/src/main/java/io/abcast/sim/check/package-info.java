/**
 * The record of a simulated run, and the checkers of the invariants that the run must keep. Checkers observe only
 * entries, deliveries and answers, and do not depend on a protocol. The classes are not thread-safe.
 */
package io.abcast.sim.check;

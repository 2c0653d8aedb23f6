/**
 * The record of a simulated run, and the checkers of the invariants that the run must keep. Checkers observe only
 * entries, deliveries and answers, and do not depend on a protocol. Only one thread may use the record and the checkers
 * of one run.
 */
package io.abcast.sim.check;

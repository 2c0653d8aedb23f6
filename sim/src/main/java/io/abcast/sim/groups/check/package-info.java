/**
 * The record of a run with several groups, and the checkers of the invariants that the run must keep. Checkers observe
 * only submissions, deliveries, answers and the addresses of messages, and do not depend on a protocol. The classes are
 * not thread-safe.
 */
package io.abcast.sim.groups.check;

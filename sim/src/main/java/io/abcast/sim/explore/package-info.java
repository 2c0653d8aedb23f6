/**
 * The explorer, a model checker that runs every schedule of events within bounds on the real classes of a protocol. It
 * works with any protocol, and starts no thread.
 */
package io.abcast.sim.explore;

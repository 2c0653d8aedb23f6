/**
 * The explorer, a model checker that runs every schedule of events within bounds on the real classes of a protocol. The
 * explorer works with any protocol, and starts no thread.
 */
package io.abcast.sim.explore;

/**
 * The explorer, which runs every schedule within bounds on the real classes of a protocol. The explorer works with any
 * protocol, and starts no thread.
 */
package io.abcast.sim.explore;

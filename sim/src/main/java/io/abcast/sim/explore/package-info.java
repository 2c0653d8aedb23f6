/**
 * The explorer, which runs every schedule within bounds on the real classes of a protocol. The explorer does not depend
 * on a protocol, and starts no thread.
 */
package io.abcast.sim.explore;

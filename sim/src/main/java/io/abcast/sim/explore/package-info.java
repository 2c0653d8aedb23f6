/**
 * The explorer: runs every schedule within bounds on the real classes of a protocol. It knows no protocol and starts no
 * thread.
 */
package io.abcast.sim.explore;

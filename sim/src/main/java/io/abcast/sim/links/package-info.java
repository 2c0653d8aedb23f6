/**
 * Hosts that move large data in virtual time: links whose capacity is shared by transfers, and CPU cores. Unlike {@link
 * io.abcast.sim.testbed}, which counts frames, this package counts only the bytes of long transfers.
 */
package io.abcast.sim.links;

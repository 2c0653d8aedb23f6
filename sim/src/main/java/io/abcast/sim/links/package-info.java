/**
 * Hosts that move much data, in virtual time: links whose capacity is shared by the transfers on them, and cores that work takes up.
 * Where {@link io.abcast.sim.testbed} counts frames, this counts bytes of long transfers only.
 */
package io.abcast.sim.links;

/** A deterministic simulator that runs whole clusters in virtual time and checks the protocols' invariants. */
package io.abcast.sim;

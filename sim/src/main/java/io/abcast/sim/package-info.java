/** A deterministic simulator of whole clusters, and the checkers of the protocols' invariants. */
package io.abcast.sim;

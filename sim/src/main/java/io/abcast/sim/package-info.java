/** A deterministic simulator of whole clusters, and its invariant checkers. */
package io.abcast.sim;

/** Lying members in simulated runs: their knowledge, and the false messages that they create and send. */
package io.abcast.sim.liar;

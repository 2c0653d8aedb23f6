/**
 * Lying members in simulated runs: their knowledge, and the false messages that they create and send. Works with any
 * protocol.
 */
package io.abcast.sim.liar;

/**
 * Lying members in simulated runs: their knowledge, and the false messages that they create and send. The lying members
 * work with any protocol.
 */
package io.abcast.sim.liar;

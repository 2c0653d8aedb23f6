/**
 * Members that lie in simulated runs: their knowledge, the messages that they create from this knowledge, and the
 * sending of these messages. The package of lying members works with any protocol.
 */
package io.abcast.sim.liar;

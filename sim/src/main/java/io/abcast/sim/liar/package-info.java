/**
 * Members that lie: their knowledge, the messages that they create from it, and the messages that they send. The
 * package does not depend on a protocol.
 */
package io.abcast.sim.liar;

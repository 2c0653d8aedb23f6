/**
 * Members that lie: their knowledge, the messages that they make of it, and the messages that they send. Knows no
 * protocol.
 */
package io.abcast.sim.liar;

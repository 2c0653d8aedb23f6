/** Members that lie: what they know, how they make messages of it, and which of them they send. Knows no protocol. */
package io.abcast.sim.liar;

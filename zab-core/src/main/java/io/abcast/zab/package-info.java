/**
 * The protocol Zab: election, discovery, synchronisation, broadcast, snapshots and link sessions.
 *
 * <p>A <em>zxid</em> is the position of an entry in the total order, made of an epoch and a counter. The <em>rank</em>
 * of a member is its index in the ensemble, in ascending order of server id. <em>Zab's mode</em> is a state in which a
 * variant of Zab works as Zab does: followers ack only to the leader, and the leader announces commits. A member
 * <em>promises</em> an epoch to a leader when it answers NEWEPOCH by ACK-E: it will ignore lower epochs.
 */
package io.abcast.zab;

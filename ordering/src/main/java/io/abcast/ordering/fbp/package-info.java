/**
 * Fast Byzantine Paxos (Martin and Alvisi 2006), which tolerates members that lie.
 *
 * <p>Words of this package:
 * <ul>
 * <li>A <em>regency</em> is the term of one leader. Its number determines the leader.
 * <li>A <em>report</em> is the signed list of an acceptor's votes for the leader of a new regency. A
 * <em>certificate</em> consists of n-f reports, and determines which values the leader may propose.
 * <li>A <em>claim</em> is a signed statement of a member that it durably holds the order up to a slot, or a snapshot.
 * Equal claims of 2f+1 members are a <em>checkpoint</em>: votes in slots up to it are no longer needed.
 * <li>A <em>bootstrapped</em> member votes although it may have forgotten votes, because its operator has decided so.
 * </ul>
 */
package io.abcast.ordering.fbp;

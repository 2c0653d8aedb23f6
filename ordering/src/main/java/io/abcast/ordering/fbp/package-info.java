/**
 * Fast Byzantine Paxos (Martin and Alvisi 2006), which tolerates members that lie.
 *
 * <p>The package {@code io.abcast.ordering.fbp} uses the words in the following list:
 * <ul>
 *   <li>A <em>regency</em> is the term of one leader; the regency's number determines the leader.
 *   <li>A <em>report</em> is the signed list of an acceptor's votes for the leader of a new regency. A
 *       <em>certificate</em> consists of n-f reports, and determines which values the leader may propose.
 *   <li>A <em>claim</em> is a signed statement of a member that it durably holds the order up to a slot, or a snapshot.
 *       Equal claims of 2f+1 members are a <em>checkpoint</em>: no member needs its votes in slots up to a checkpoint.
 *   <li>A <em>bootstrapped</em> member votes although it may have forgotten votes, because its operator has started it
 *       with {@code bootstrap}.
 * </ul>
 */
package io.abcast.ordering.fbp;

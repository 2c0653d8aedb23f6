/**
 * Classical Paxos and Fast Paxos: acceptors, learners, and the choice of the leader.
 *
 * <p>The package uses these words: A <em>ballot</em> is a numbered attempt of one member to lead. In the
 * <em>preparation</em> of its ballot, a member collects the promises of a quorum. In a <em>fast round</em> of Fast
 * Paxos, every member may propose values, and an acceptor accepts the first value that arrives.
 */
package io.abcast.ordering.paxos;

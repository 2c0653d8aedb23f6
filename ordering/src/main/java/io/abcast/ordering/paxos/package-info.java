/**
 * Classical Paxos and Fast Paxos: acceptors, learners, and the choice of the leader.
 *
 * <p>Words of this package: A <em>ballot</em> is a numbered attempt of one member to lead. In its <em>preparation</em>
 * the member collects promises of a quorum. In a <em>fast round</em> of Fast Paxos every member may propose, and an
 * acceptor accepts the first value that arrives.
 */
package io.abcast.ordering.paxos;

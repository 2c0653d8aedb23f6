/** Classical Paxos and Fast Paxos: acceptors, learners, and the choice of the leader. */
package io.abcast.ordering.paxos;

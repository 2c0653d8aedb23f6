/** Classical Paxos and Fast Paxos: acceptors, learners, and who leads. */
package io.abcast.ordering.paxos;

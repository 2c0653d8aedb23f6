/**
 * A replicated log over instances of consensus, independent of the protocol that decides them. The classes for founding,
 * start, messages and snapshots know no slots, and EPaxos uses them as well.
 */
package io.abcast.ordering.log;

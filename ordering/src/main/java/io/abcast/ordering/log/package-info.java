/**
 * A replicated log in which the members agree on one value in each slot. The log does not depend on the protocol that
 * decides the slots. The classes for founding, start, messages and snapshots do not depend on slots, so EPaxos, which
 * has no slots, uses them as well.
 */
package io.abcast.ordering.log;

/**
 * A replicated log in which the members agree on one value in each slot. The classes for founding, start, messages and
 * snapshots do not depend on slots, so EPaxos, which has no slots, uses them as well.
 */
package io.abcast.ordering.log;

package io.abcast.sim.groups.check;

/**
 * The identity of a transaction in the protocol, see {@link io.abcast.kernel.GroupTimestamp}.
 *
 * @param session numeric id of the session that submitted the transaction
 * @param number the session's number for the transaction
 */
record TxnName(long session, long number) {}

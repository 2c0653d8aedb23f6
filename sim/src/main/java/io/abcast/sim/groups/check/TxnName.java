package io.abcast.sim.groups.check;

/**
 * The identity that the protocol gives to a transaction, see {@link io.abcast.kernel.GroupTimestamp}.
 *
 * @param session numeric id of the session that submitted the transaction.
 * @param number number of the transaction in its session.
 */
record TxnName(long session, long number) {}

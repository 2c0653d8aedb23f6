package io.abcast.kernel;

/**
 * A transaction that is delivered in one of its groups.
 *
 * @param seq place of the transaction in the order of the delivering group: 1, 2, 3, and so on
 * @param timestamp the same in all groups of the transaction
 * @param groups numbers of all groups to which the transaction is addressed, ascending; must not be changed
 * @param payload the application's bytes; must not be changed
 */
public record GroupDelivery(long seq, GroupTimestamp timestamp, int[] groups, byte[] payload) {}

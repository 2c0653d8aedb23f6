package io.abcast.kernel;

/**
 * A transaction that is delivered in one of its groups.
 *
 * @param seq number of the delivery in the order of the delivering group: 1, 2, 3, and so on
 * @param timestamp position of the transaction in the order of all groups; the same in all groups of the transaction
 * @param groups numbers of all groups to which the transaction is addressed, ascending; must not be changed
 * @param payload bytes of the transaction, which only the application interprets; must not be changed
 */
public record GroupDelivery(long seq, GroupTimestamp timestamp, int[] groups, byte[] payload) {}

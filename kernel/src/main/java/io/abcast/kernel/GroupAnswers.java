package io.abcast.kernel;

/**
 * The answer to a transaction that all of its groups have delivered.
 *
 * @param timestamp position of the transaction in the order of all groups
 * @param groups numbers of the groups of the transaction, ascending; must not be changed
 * @param results the result of the application in each group of the transaction, in the order of {@code groups}; must
 *     not be changed
 */
public record GroupAnswers(GroupTimestamp timestamp, int[] groups, byte[][] results) {}

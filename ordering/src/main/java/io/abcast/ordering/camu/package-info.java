/**
 * Orders transactions over several partitions without cycles, where each partition has its own replicated log: CaMu
 * (Vandevoorde 2018) on top of any log node of abcast.
 *
 * <p>{@code PartitionNode} is the node of one replica of a partition. {@code PartitionState} is the state that a
 * partition's log determines; every replica computes the same state. {@code PartitionLeader} decides which entries a
 * partition's leader adds to the log. {@code Submissions} sends the transactions that callers submit at this replica,
 * and repeats them until all destinations answer.
 */
package io.abcast.ordering.camu;

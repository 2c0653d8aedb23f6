/**
 * One order over several partitions, each of which is a replicated log: CaMu (Vandevoorde 2018) over any log node of
 * this project.
 *
 * <p>{@code PartitionNode} is the node. {@code PartitionState} is what a partition's log determines; every replica
 * computes it alike. {@code PartitionLeader} decides which entries to log. {@code Submissions} drives the transactions
 * that were submitted at this replica.
 */
package io.abcast.ordering.camu;

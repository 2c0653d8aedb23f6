/**
 * The parts of a replica of a store: locks, execution of transactions, row values of other partitions, digests and
 * snapshots.
 */
package io.abcast.partitions.replica;

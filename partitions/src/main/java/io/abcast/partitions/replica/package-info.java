/** A replica of a store: locks, execution, values of other partitions, digests and snapshots. */
package io.abcast.partitions.replica;

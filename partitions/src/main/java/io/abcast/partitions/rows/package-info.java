/** The rows of a replica in memory, and their frozen copies for snapshots. */
package io.abcast.partitions.rows;

/**
 * Simulates the partitions of a partitioned system in virtual time: one machine with one thread for each partition, and
 * the network between them. Knows no ordering protocol.
 */
package io.abcast.papers.camu.arena;

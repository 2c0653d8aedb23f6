/**
 * Simulates the partitions of a partitioned system in virtual time. Each partition has one machine with one thread, and
 * a simulated network connects the partitions. This package depends on no ordering protocol.
 */
package io.abcast.papers.camu.arena;

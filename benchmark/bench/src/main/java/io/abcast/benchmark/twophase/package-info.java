/**
 * Two-phase commit with two-phase locking over replicated partitions, as a measured system. Two-phase commit is the
 * alternative to an atomic multicast over the same logs.
 */
package io.abcast.benchmark.twophase;

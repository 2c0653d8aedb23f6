/**
 * Two-phase commit with two-phase locking over replicated partitions, as a measured system. A measurement compares
 * two-phase commit with an atomic multicast ({@code CAMU}) over the same replicated logs.
 */
package io.abcast.benchmark.twophase;

/**
 * Two-phase commit over replicated partitions, as a measured system to compare with an atomic multicast ({@code CAMU})
 * over the same logs.
 */
package io.abcast.benchmark.twophase;

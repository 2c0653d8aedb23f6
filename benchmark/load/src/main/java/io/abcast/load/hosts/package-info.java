/**
 * Runs the program of one host of {@code compare-forest}: a member of a group, and an open loop of requests or
 * multicasts in the same process.
 */
package io.abcast.load.hosts;

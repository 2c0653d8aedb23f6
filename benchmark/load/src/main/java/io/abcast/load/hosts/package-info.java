/**
 * Runs the program of one host of {@code compare-forest}: a member of a group, and an open loop of requests or
 * multicasts in the same process. Systems whose class path differs from that of abcast run the same program.
 */
package io.abcast.load.hosts;

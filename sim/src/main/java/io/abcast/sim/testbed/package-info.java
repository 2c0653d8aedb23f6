/**
 * A measured cluster in virtual time: servers, client machines and the network between them, without faults. {@link
 * io.abcast.sim.Cluster} searches schedules that break a protocol; this package measures how fast a protocol is on
 * given hardware.
 */
package io.abcast.sim.testbed;

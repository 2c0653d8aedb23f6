/**
 * Measures a cluster in virtual time: servers, client machines and the network between them, without faults. This
 * package measures how fast a protocol is on given hardware; {@link io.abcast.sim.Cluster} is for searches of schedules
 * that break a protocol.
 */
package io.abcast.sim.testbed;

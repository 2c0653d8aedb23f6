/**
 * Measures a cluster in virtual time: servers, client machines and the network between them, without faults. In
 * contrast, {@link io.abcast.sim.Cluster} searches for schedules that break a protocol. The package {@code testbed}
 * measures how fast a protocol is on given hardware.
 */
package io.abcast.sim.testbed;

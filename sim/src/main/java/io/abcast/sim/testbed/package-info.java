/**
 * A measured cluster in virtual time: servers, client machines and the network between them, without faults. Where {@link
 * io.abcast.sim.Cluster} looks for schedules that break a protocol, this asks how fast the protocol is on given hardware.
 */
package io.abcast.sim.testbed;

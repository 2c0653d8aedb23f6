/** Measures a cluster in virtual time: servers, client machines and the network between them, without faults. */
package io.abcast.sim.testbed;

/**
 * Simulates runs with several groups of replicas. Each group is an ensemble, a server may hold replicas of several
 * groups, and all groups share the network and the virtual time.
 */
package io.abcast.sim.groups;

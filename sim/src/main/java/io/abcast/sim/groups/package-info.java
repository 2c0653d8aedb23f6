/**
 * Simulates runs of several groups of replicas in one virtual time. Each simulated group is an ensemble, a server may
 * hold replicas of several groups, and one network carries all messages.
 */
package io.abcast.sim.groups;

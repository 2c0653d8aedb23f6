/**
 * Runs of several groups in one virtual time: each group is an ensemble, a server may hold replicas of several groups,
 * and one network carries the messages of all.
 */
package io.abcast.sim.groups;

/**
 * Classes with which applications use {@link io.abcast.jgroups.AtomicBroadcast}: a replicated map and a replicated
 * state machine.
 */
package io.abcast.jgroups.blocks;

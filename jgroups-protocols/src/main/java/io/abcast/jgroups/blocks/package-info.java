/**
 * Building blocks for applications over {@link io.abcast.jgroups.AtomicBroadcast}: a replicated map and a replicated
 * state machine.
 */
package io.abcast.jgroups.blocks;

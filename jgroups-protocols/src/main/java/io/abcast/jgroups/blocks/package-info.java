/** Building blocks for applications: a replicated map, a replicated state machine. They use {@link io.abcast.jgroups.AtomicBroadcast}. */
package io.abcast.jgroups.blocks;

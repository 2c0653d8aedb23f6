/** What applications replicate with: a map, a state machine of their own. They stand on {@link io.abcast.jgroups.AtomicBroadcast}. */
package io.abcast.jgroups.blocks;

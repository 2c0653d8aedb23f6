/** Adapter of jgroups-raft for comparisons. */
package io.abcast.peers.jgroupsraft;

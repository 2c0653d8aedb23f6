/** jgroups-raft under comparison. */
package io.abcast.peers.jgroupsraft;

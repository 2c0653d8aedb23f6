/** jgroups-raft under comparison. */
package io.abcast.benchmark.compare.jgroupsraft;

/** Adapter of Apache ZooKeeper for comparisons. */
package io.abcast.peers.zookeeper;

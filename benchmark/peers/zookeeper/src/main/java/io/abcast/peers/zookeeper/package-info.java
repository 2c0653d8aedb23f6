/** Apache ZooKeeper under comparison. */
package io.abcast.peers.zookeeper;

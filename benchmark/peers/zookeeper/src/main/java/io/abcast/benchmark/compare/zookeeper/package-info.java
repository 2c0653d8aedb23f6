/** Apache ZooKeeper under comparison. */
package io.abcast.benchmark.compare.zookeeper;

/** Adapter of Aeron Cluster for comparisons. */
package io.abcast.peers.aeron;

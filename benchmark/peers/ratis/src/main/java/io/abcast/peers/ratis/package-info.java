/** Adapter of Apache Ratis for comparisons. */
package io.abcast.peers.ratis;

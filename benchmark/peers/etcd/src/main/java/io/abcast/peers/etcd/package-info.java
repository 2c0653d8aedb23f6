/** Adapter of etcd for comparisons. */
package io.abcast.peers.etcd;

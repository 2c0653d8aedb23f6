/** Aeron Cluster under comparison. */
package io.abcast.peers.aeron;

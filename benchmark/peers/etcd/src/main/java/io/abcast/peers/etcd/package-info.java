/** etcd under comparison. */
package io.abcast.peers.etcd;

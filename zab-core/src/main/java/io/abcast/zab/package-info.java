/** The protocol Zab: election, discovery, synchronisation, broadcast, snapshots and link sessions. */
package io.abcast.zab;

/** Zab: election, discovery, synchronisation, broadcast, snapshots, link sessions. */
package io.abcast.zab;

/** Adapter of TOA, the total order anycast of JGroups 4.2, for comparisons. */
package io.abcast.peers.toa;

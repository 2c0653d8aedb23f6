/** TOA, the total order anycast of JGroups 4.2, as a measured system. */
package io.abcast.peers.toa;

/**
 * Measures EPaxos, with and without overlays, in virtual time: sites with an uplink and a downlink each, clients that
 * offer requests at a fixed rate, and no time for processors and disks. The nodes are those that ship.
 */
package io.abcast.papers.wan;

/**
 * Measures EPaxos, with and without overlays, in virtual time: each site has an uplink and a downlink, clients offer
 * requests at a fixed rate, and processors and disks take no time. The nodes are those of the released protocol.
 */
package io.abcast.papers.wan;

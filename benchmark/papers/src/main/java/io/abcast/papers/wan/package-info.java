/**
 * Measures EPaxos, with and without overlays, in virtual time. Each site has an uplink and a downlink, clients offer
 * requests at a fixed rate, and processors and disks take no time. The runs use the EPaxos nodes that abcast ships.
 */
package io.abcast.papers.wan;

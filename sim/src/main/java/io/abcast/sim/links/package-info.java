/**
 * Models hosts that transfer large data in virtual time: links whose capacity transfers share, and CPU cores. The
 * package {@link io.abcast.sim.testbed} models frames on the network, but this package models only the bytes of long
 * transfers.
 */
package io.abcast.sim.links;

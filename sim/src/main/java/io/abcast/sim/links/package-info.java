/**
 * Models hosts that transfer large data in virtual time: links whose capacity transfers share, and CPU cores. Unlike
 * {@link io.abcast.sim.testbed}, this package models no single frames, but only the bytes of long transfers.
 */
package io.abcast.sim.links;

/** Clients over the network as a target of virtual clients. */
package io.abcast.benchmark.load;

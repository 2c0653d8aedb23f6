/** Sends the requests of virtual clients to the server over network connections. */
package io.abcast.benchmark.load;

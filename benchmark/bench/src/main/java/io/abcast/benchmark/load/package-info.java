/**
 * Sends the requests of virtual clients to servers: over network connections, or through the API of a server in the
 * same process.
 */
package io.abcast.benchmark.load;

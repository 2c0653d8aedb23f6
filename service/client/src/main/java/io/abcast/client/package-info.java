/** The client library: connections, and a client of the key-value store that finds a server that answers. */
package io.abcast.client;

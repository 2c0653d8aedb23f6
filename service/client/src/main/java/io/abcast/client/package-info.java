/** The client library: connections, and a client of the key-value store that fails over between servers. */
package io.abcast.client;

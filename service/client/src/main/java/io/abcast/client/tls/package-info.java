/** TLS between clients and servers of the key-value store. Clients and servers both need certificates. */
package io.abcast.client.tls;

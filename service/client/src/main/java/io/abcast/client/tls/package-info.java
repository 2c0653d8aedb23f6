/** TLS between clients and servers of the key-value store, with certificates on both sides. */
package io.abcast.client.tls;

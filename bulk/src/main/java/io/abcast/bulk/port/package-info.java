/**
 * An event loop that serves many connections on one thread, and protection of listening ports against connections whose
 * other end does not identify itself.
 */
package io.abcast.bulk.port;

/**
 * An event loop that serves many connections on one thread, and protection of listening ports against connections whose
 * other end does not identify itself. The group port, the block port of {@link io.abcast.bulk} and the frame port of
 * {@code FOREST} use these classes.
 */
package io.abcast.bulk.port;

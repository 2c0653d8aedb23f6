/**
 * Protects listening ports from connections whose other end has not identified itself, and serves many connections on
 * one thread. The group port, the block port of {@link io.abcast.bulk} and the frame port of {@code FOREST} use these
 * classes.
 */
package io.abcast.bulk.port;

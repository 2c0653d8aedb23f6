/**
 * Protects listening ports from connections whose other end has not identified itself, and serves many connections on
 * one thread. The classes are used by the group port, by the block port of {@link io.abcast.bulk}, and by the frame
 * port of {@code FOREST}.
 */
package io.abcast.bulk.port;

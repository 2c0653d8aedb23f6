/**
 * Protects listening ports from connections whose other end has not identified itself. Used by the group port and by
 * the block port of {@link io.abcast.bulk}.
 */
package io.abcast.bulk.port;

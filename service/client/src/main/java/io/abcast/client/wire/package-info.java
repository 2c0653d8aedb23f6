/**
 * The encoding of the client protocol, which server and client share. The page docs/client-protocol.md describes the
 * protocol.
 */
package io.abcast.client.wire;

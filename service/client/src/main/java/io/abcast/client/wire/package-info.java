/**
 * The encoding of the client protocol, which the server and the client library share. The page docs/client-protocol.md
 * describes the client protocol.
 */
package io.abcast.client.wire;

/**
 * The client protocol as bytes, shared by server and client; docs/client-protocol.md describes it.
 */
package io.abcast.client.wire;

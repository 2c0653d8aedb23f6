/**
 * The client library: connections to servers, and a client of the key-value store that moves to another server when a
 * server fails.
 */
package io.abcast.client;

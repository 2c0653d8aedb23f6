/** One replica of the key-value store: its state machine, its client port, and the connection between both. */
package io.abcast.server;

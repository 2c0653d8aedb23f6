/** One replica of the key-value store: its state machine, its client port and what joins them. */
package io.abcast.server;

/**
 * One replica of the key-value store: its state machine, its client port, and the code that passes requests from the
 * port to the state machine.
 */
package io.abcast.server;

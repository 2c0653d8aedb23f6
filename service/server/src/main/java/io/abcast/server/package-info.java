/**
 * One replica of the key-value store: the replica's state machine, its client port, and the code that passes requests
 * from the client port to the state machine.
 */
package io.abcast.server;

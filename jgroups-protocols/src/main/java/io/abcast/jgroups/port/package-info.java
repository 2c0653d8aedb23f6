/**
 * The port to which the members of a group connect, and its protection against slow peers. Internal: other modules must
 * not use it.
 */
package io.abcast.jgroups.port;

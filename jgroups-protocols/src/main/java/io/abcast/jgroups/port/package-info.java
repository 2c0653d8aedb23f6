/**
 * The port to which the members of a group connect, and the protection of this port against slow peers. Internal: other
 * modules must not use this package.
 */
package io.abcast.jgroups.port;

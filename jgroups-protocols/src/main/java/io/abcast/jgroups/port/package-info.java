/**
 * The port to which the members of a group connect, and the protection of this port against slow peers. The package
 * {@code port} is internal: other modules must not use {@code port}.
 */
package io.abcast.jgroups.port;

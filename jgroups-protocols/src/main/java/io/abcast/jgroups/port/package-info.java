/** The port that members of a group connect to, and its guard. Internal: other modules must not use it. */
package io.abcast.jgroups.port;

/**
 * The event loop of a member, which runs the driver, and the inbox of the event loop. The package {@code loop} is
 * internal: other modules must not use {@code loop}.
 */
package io.abcast.jgroups.loop;

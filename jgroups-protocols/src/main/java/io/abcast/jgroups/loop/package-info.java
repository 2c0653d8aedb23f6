/**
 * The event loop of a member, which runs the driver, and the inbox of the loop. Internal: other modules must not use
 * this package.
 */
package io.abcast.jgroups.loop;

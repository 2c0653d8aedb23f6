/** The event loop of a member, which runs the driver, and its inbox. Internal: other modules must not use it. */
package io.abcast.jgroups.loop;

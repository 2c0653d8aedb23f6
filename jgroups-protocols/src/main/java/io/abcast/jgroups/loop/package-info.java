/** The thread of a member and its mailbox: what runs the driver. Internal: other modules must not use it. */
package io.abcast.jgroups.loop;

/** What the element {@code COOPER} consists of, and the casts of snapshots. Internal: other modules must not use it. */
package io.abcast.jgroups.cooper;

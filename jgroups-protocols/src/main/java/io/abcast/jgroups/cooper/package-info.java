/** Parts of the element {@code COOPER}, and the casts of snapshots. Internal: other modules must not use it. */
package io.abcast.jgroups.cooper;

/**
 * Parts of the element {@code COOPER}, and the transfer of snapshots with it. Internal: other modules must not use this
 * package.
 */
package io.abcast.jgroups.cooper;

/**
 * Parts of the protocol {@code COOPER}, and the transfer of snapshots with {@code COOPER}. The package {@code cooper}
 * is internal: other modules must not use {@code cooper}.
 */
package io.abcast.jgroups.cooper;

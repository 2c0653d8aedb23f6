/** The parts of the multicast protocol {@code FOREST} that need JGroups or other libraries. */
package io.abcast.jgroups.forest;

/** The parts of the multicast element {@code FOREST} that need JGroups or other libraries. */
package io.abcast.jgroups.forest;

/** The parts of {@code FOREST} that need JGroups or other libraries. */
package io.abcast.jgroups.forest;

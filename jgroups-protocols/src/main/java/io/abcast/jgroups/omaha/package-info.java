/** What the element {@code OMAHA} consists of. Internal: other modules must not use it. */
package io.abcast.jgroups.omaha;

/** Parts of the element {@code OMAHA}. Internal: other modules must not use it. */
package io.abcast.jgroups.omaha;

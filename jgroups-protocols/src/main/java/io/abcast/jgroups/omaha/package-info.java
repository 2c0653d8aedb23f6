/** Parts of the element {@code OMAHA}. Internal: other modules must not use this package. */
package io.abcast.jgroups.omaha;

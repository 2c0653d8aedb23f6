/**
 * Parts of the element {@code OMAHA}. The package {@code omaha} is internal: other modules must not use {@code omaha}.
 */
package io.abcast.jgroups.omaha;

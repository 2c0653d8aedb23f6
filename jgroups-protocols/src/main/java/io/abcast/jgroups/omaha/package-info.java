/**
 * Parts of the element {@code OMAHA}, which packs several messages to one destination into one. The package {@code
 * omaha} is internal: other modules must not use {@code omaha}.
 */
package io.abcast.jgroups.omaha;

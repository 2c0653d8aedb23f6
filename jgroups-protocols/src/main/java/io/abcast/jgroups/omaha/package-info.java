/**
 * Parts of the protocol {@code OMAHA}, which packs several messages to one destination into one message. The package
 * {@code omaha} is internal: other modules must not use {@code omaha}.
 */
package io.abcast.jgroups.omaha;

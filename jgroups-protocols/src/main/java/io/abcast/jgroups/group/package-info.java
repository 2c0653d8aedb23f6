/**
 * The communication of a member with the other members: frames, hellos, checks that senders are authenticated, and the
 * ids of abcast's classes in JGroups. The package {@code group} is internal: other modules must not use {@code group}.
 */
package io.abcast.jgroups.group;

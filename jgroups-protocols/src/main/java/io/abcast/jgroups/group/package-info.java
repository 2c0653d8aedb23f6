/**
 * The communication of a member with the other members: frames, hellos, checks that senders are authenticated, and the
 * ids of abcast's classes in JGroups. Internal: other modules must not use this package.
 */
package io.abcast.jgroups.group;

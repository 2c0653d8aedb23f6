/**
 * Communication of a member with the other members: frames, hellos, guards against unauthenticated peers, and the
 * numbers of abcast's classes in JGroups. Internal: other modules must not use it.
 */
package io.abcast.jgroups.group;

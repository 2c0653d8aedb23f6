/** Communication of a member with the other members: frames, greetings, guards against unauthenticated peers, and the numbers of our classes in JGroups. Internal: other modules must not use it. */
package io.abcast.jgroups.group;

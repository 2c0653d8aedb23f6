/** A member among the others: frames, greetings, guards against strangers, the numbers that JGroups knows us by. Internal: other modules must not use it. */
package io.abcast.jgroups.group;

/** JGroups protocols, the event loop that drives them, and the building blocks users call. */
package io.abcast.jgroups;

/**
 * The protocols of abcast as JGroups protocols, and the class {@code AtomicBroadcast} by which applications use them.
 */
package io.abcast.jgroups;

/**
 * The ordering protocols of abcast as JGroups protocols. Applications use the ordering protocols through
 * {@code AtomicBroadcast} and {@code AtomicMulticast}.
 */
package io.abcast.jgroups;

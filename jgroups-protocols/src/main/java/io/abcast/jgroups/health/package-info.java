/** What operators should know before it hurts: thresholds, the watch over a member, and the lines it writes. */
package io.abcast.jgroups.health;

/** Health warnings for operators: thresholds, the watch over a member, and its log lines. */
package io.abcast.jgroups.health;

/**
 * Warnings for operators about the health of a member: the thresholds of the warnings, the checks four times a second,
 * and the log lines.
 */
package io.abcast.jgroups.health;

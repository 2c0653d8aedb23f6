/**
 * Warnings for operators about the health of a member: their thresholds, the checks four times a second, and the log
 * lines.
 */
package io.abcast.jgroups.health;

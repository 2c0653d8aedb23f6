/**
 * Shared parts of the commands of {@code ./abcast}: options and their checks, JSON, progress, logging, and the
 * directory of a measurement.
 */
package io.abcast.command;

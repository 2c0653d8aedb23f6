/**
 * Parts that the commands of {@code ./abcast} share: options and their checks, JSON output, logging, and the directory
 * of a measurement.
 */
package io.abcast.command;

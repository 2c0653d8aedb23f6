/** What the commands of {@code ./abcast} share: options, their checks, JSON, progress, logging, and the directory of a measurement. */
package io.abcast.command;

/** Processes that a command starts: their command lines and ports, what they report, and their end. */
package io.abcast.command.process;

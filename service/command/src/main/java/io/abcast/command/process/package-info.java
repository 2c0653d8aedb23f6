/** Starts, watches and ends the processes of a command, gives them command lines and ports, and reads their reports. */
package io.abcast.command.process;

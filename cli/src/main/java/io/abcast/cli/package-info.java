/** The main class of {@code abcast}, which finds the commands of all modules, and the commands that stand on libraries alone. */
package io.abcast.cli;

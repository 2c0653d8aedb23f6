/**
 * The main class of {@code abcast}, which finds the commands of all modules, and the commands that need only libraries.
 */
package io.abcast.cli;

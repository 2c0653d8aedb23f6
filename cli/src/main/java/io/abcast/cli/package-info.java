/**
 * The main class of {@code abcast}, which finds the commands of all modules, and the commands that run neither servers
 * nor measurements.
 */
package io.abcast.cli;

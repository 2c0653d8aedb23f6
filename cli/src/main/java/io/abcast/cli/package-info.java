/**
 * The main class of {@code abcast}, which finds the commands of all modules. The package {@code cli} also contains the
 * commands that run neither servers nor measurements.
 */
package io.abcast.cli;

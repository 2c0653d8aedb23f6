/**
 * Repeats the experiments of papers in the simulator, and compares abcast's figures with the figures that the papers
 * print.
 */
package io.abcast.papers;

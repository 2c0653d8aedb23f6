/** The command line: one class per command, all of them listed in {@link Main}. */
package io.abcast.benchmark.cli;

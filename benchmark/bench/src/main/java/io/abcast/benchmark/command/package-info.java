/** The commands {@code bench}, {@code compare} and {@code limits}, their options and their progress. */
package io.abcast.benchmark.command;

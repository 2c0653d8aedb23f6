/**
 * Contains the commands {@code abcast bench}, {@code abcast compare} and {@code abcast limits}, with their options and
 * their progress lines.
 */
package io.abcast.benchmark.command;

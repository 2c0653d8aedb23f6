/** The commands of {@code sim}: {@code fuzz}, {@code replay}, {@code corpus}, {@code explore} and {@code mutants}. */
package io.abcast.search.command;

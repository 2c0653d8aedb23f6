/** Reads figures (counters and times) of processes and of this host, which several commands show. */
package io.abcast.command.figures;

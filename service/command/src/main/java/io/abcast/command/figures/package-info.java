/** Figures of processes and of this host that several commands show. */
package io.abcast.command.figures;

/** The figures that a server reports on request: its role, its counters and its latencies. */
package io.abcast.server.figures;

/** The figures that a server reports on request: its role, counters and latencies. */
package io.abcast.server.figures;

/** Role, counters and latencies that a server reports on request. */
package io.abcast.server.figures;

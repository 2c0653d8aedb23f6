/** What a server tells about itself on request: its role, counters, latencies. */
package io.abcast.server.figures;

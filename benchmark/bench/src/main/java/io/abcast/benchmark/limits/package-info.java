/** Measures lower bounds for the cost of any replicated system on this host, and the growth of abcast's cost. */
package io.abcast.benchmark.limits;

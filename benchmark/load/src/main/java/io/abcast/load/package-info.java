/** Defines the virtual clients of the benchmarks: their requests, request rates and outcomes. */
package io.abcast.load;

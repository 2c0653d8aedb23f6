/**
 * Defines the virtual clients of the benchmarks: their requests, request rates and outcomes. This package does not
 * depend on any measured system.
 */
package io.abcast.load;

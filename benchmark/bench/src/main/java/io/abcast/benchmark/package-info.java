/** Contains the benchmark commands, the load that they put on servers, and their reports. */
package io.abcast.benchmark;

/** Compares abcast with its peers: abcast as a measured system, and the runs of each system side by side. */
package io.abcast.benchmark.compare;

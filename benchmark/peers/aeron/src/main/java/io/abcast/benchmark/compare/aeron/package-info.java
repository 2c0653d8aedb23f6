/** Aeron Cluster under comparison. */
package io.abcast.benchmark.compare.aeron;

/** Experiments: what is run, in which order, and what came of it. */
package io.abcast.benchmark.bench;

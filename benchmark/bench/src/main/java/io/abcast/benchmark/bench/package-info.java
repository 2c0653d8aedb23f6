/** Experiments: their plan, their order and their results. */
package io.abcast.benchmark.bench;

/** Runs experiments of {@code abcast bench}: defines their plan, their order and their results. */
package io.abcast.benchmark.bench;

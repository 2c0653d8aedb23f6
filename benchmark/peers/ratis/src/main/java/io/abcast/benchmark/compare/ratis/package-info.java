/** Apache Ratis under comparison. */
package io.abcast.benchmark.compare.ratis;

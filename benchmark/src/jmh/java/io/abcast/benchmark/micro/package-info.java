/** Measurements of single methods, with JMH; run by {@code mvn -Pjmh}, not part of the tests. */
package io.abcast.benchmark.micro;

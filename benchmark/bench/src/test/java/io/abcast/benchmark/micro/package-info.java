/** Single operations of the hot paths: weighed by the tests, timed with JMH by {@code mvn -Pjmh}. */
package io.abcast.benchmark.micro;

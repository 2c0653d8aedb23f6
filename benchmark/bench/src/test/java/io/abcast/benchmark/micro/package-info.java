/**
 * Measures single operations of the hot paths: tests measure the bytes that the operations allocate, and {@code mvn
 * -Pjmh} measures their times with JMH.
 */
package io.abcast.benchmark.micro;

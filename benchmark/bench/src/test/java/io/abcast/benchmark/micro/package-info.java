/** Single operations of the hot paths: tests measure their allocation, and {@code mvn -Pjmh} times them with JMH. */
package io.abcast.benchmark.micro;

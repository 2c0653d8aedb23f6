/**
 * Kernels that use the JDK's incubating Vector API. Vector kernels are compiled separately, because they need the
 * module jdk.incubator.vector.
 */
package io.abcast.dissemination.cooper.code.vector;

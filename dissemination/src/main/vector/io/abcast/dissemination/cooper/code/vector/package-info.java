/**
 * Kernels that use the JDK's incubating Vector API. They are compiled separately, because they need the module
 * jdk.incubator.vector.
 */
package io.abcast.dissemination.cooper.code.vector;

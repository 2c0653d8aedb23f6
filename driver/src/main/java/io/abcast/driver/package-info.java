/**
 * The driver of a {@link io.abcast.kernel.Node}. The driver has no thread, clock, network, file or logger of its own.
 */
package io.abcast.driver;

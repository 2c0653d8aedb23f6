/**
 * The driver, which runs a {@link io.abcast.kernel.Node}: passes events to the node and carries out its effects. The
 * driver has no thread, clock, network, file or logger of its own.
 */
package io.abcast.driver;

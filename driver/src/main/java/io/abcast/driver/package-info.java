/** The driver of a {@link io.abcast.kernel.Node}, without thread, clock, network, file or logger. */
package io.abcast.driver;

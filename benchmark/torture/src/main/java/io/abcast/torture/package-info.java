/** {@code abcast torture}: real processes under load and faults, and the checks of everything that clients observed. */
package io.abcast.torture;

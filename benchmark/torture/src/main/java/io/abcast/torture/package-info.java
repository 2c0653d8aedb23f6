/** {@code abcast torture}: runs real processes under load and faults, and checks everything that clients observed. */
package io.abcast.torture;

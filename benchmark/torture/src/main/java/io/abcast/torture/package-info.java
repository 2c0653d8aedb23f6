/** Real processes under load and faults, and the checks of what clients saw: {@code abcast torture}. */
package io.abcast.torture;

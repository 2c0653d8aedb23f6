/** The command {@code compare-forest}: it measures groups whose members send over uplinks of limited rates. */
package io.abcast.uplinks;

/** Runs the command {@code compare-forest}, which measures groups whose members send over uplinks of limited rates. */
package io.abcast.uplinks;

/** Measurements of groups over uplinks of limited rates: the command {@code compare-forest}. */
package io.abcast.uplinks;

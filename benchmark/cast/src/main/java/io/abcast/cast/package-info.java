/** The commands {@code cast} and {@code receive}, and {@code compare-cast}, which compares them with other programs. */
package io.abcast.cast;

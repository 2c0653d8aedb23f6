/** The commands {@code cast} and {@code receive}, and {@code compare-cast}, which measures them beside other programs. */
package io.abcast.cast;

/**
 * Provides the commands {@code cast} and {@code receive}, and {@code compare-cast}, which compares {@code cast} with
 * other programs.
 */
package io.abcast.cast;

/** Comparison of abcast's cast with other programs: one file to many hosts, which are network namespaces. */
package io.abcast.cast.lab;

/** Compares abcast's cast with other programs that send one file to many hosts, which are Linux network namespaces. */
package io.abcast.cast.lab;

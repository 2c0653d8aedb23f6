/** Compares abcast's cast with other programs that send one file to many hosts. The hosts are network namespaces. */
package io.abcast.cast.lab;

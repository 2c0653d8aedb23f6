/** A network of hosts on this machine, made of Linux network namespaces, with the programs that run on them. */
package io.abcast.lab;

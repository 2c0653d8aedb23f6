/** Creates a network of hosts on this machine from Linux network namespaces, and runs programs on these hosts. */
package io.abcast.lab;

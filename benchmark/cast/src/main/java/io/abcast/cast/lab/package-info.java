/** One file to many hosts: abcast's cast beside other programs, on hosts made of network namespaces. */
package io.abcast.cast.lab;

/** The same load on abcast and on its peers: each run in JVMs, and where it can be in a network, of its own. */
package io.abcast.benchmark.compare;

/** abcast beside its peers: abcast as a system that is measured, and the runs of each system side by side. */
package io.abcast.benchmark.compare;

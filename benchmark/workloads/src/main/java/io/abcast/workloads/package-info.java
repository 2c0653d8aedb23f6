/** Workloads of the partitioned store, and the command {@code store} that runs them in one process. */
package io.abcast.workloads;

/** Contains workloads of the partitioned store, and the command {@code store} that runs a workload in one process. */
package io.abcast.workloads;

/** Contains the workload {@code micro}: transactions that read and change some records of some partitions. */
package io.abcast.workloads.micro;

/** The store in real processes: its servers, their clients, and the checks after a run. */
package io.abcast.workloads.process;

/**
 * Contains the workload {@code tpcc}: the transactions of TPC-C (revision 5.11) as procedures of the store, its initial
 * rows, and its consistency conditions.
 */
package io.abcast.workloads.tpcc;

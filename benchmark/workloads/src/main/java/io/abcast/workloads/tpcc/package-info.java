/**
 * Contains the workload {@code tpcc}: the five transactions of TPC-C (TPC Benchmark C, revision 5.11) as procedures of
 * the store, its initial rows, and its consistency conditions.
 */
package io.abcast.workloads.tpcc;

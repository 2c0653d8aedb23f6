/**
 * A transactional store whose rows are divided among replicated partitions. A transaction is a procedure that runs at
 * every replica of the partitions that store the transaction's rows. All replicas run the transactions in the order of
 * an atomic multicast. Sources of the design: Vandevoorde 2018, section 4.1; Thomson et al., 2012.
 */
package io.abcast.partitions;

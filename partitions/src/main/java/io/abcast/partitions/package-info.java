/**
 * A transactional store whose rows are divided among replicated partitions. Transactions are procedures that run at
 * every replica of their partitions, in the order of a multicast (Vandevoorde 2018, section 4.1; Thomson et al. 2012).
 */
package io.abcast.partitions;

/**
 * The interface to a multicast that orders the transactions of a store, and an implementation of this interface within
 * one process.
 */
package io.abcast.partitions.order;

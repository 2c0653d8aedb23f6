/** The order of transactions on which a store runs, as an interface, and its implementation in one process. */
package io.abcast.partitions.order;

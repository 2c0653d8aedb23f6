/** The store over CAMU, the multicast protocol of a JGroups stack. */
package io.abcast.partitions.camu;

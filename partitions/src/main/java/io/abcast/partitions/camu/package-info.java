/** The store over the JGroups element CAMU. */
package io.abcast.partitions.camu;

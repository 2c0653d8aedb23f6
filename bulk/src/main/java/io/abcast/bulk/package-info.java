/**
 * Files from one member to all others, over Cooper's gossip (Liu 2015): the driver of {@code GossipNode}, its transport and its files.
 * {@link io.abcast.bulk.BulkTransfer} is what users call; docs/bulk-transfer.md.
 */
package io.abcast.bulk;

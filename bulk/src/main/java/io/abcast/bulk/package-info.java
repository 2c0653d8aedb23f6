/**
 * Transfers files from one member to all others over Cooper's gossip (Liu 2015): the driver of {@code GossipNode}, its
 * transport and its files. Users call {@link io.abcast.bulk.BulkTransfer}. See docs/bulk-transfer.md.
 */
package io.abcast.bulk;

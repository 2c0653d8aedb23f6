/**
 * Transfers files from one member to all others over Cooper's gossip (Liu 2015). The package contains the driver of
 * {@code GossipNode}, the transport of blocks and messages, and the access to files. Applications call {@link
 * io.abcast.bulk.BulkTransfer}. The page docs/bulk-transfer.md is the manual.
 */
package io.abcast.bulk;

package io.abcast.partitions.replica;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.rows.FrozenRows;
import java.util.List;

/**
 * An immutable, consistent copy of a replica's state after one delivery.
 *
 * @param seq number of the last delivery that the state includes
 * @param lastMulti timestamp of the last delivered transaction with several destinations; {@code null} before the first
 *     such transaction
 * @param retained row values of transactions with several destinations that other replicas may need
 */
record FrozenStore(
        long seq,
        GroupTimestamp lastMulti,
        StoreDigest digest,
        FrozenRows rows,
        List<RetainedReads.Kept> retained) {}

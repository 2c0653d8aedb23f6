package io.abcast.partitions.replica;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.rows.FrozenRows;
import java.util.List;

/**
 * The state of a replica after one delivery. Immutable; any thread may use it.
 *
 * @param seq the delivery
 * @param lastMulti the last delivered transaction with several destinations; {@code null} before the first one
 * @param retained values that other replicas may need
 */
record FrozenStore(
        long seq,
        GroupTimestamp lastMulti,
        StoreDigest digest,
        FrozenRows rows,
        List<RetainedReads.Kept> retained) {}

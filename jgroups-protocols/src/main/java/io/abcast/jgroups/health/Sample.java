package io.abcast.jgroups.health;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the watch sees at one look. Times of day and of the clock are the only ones that are not durations.
 *
 * @param nowNanos monotonic
 * @param wallNanos the wall clock, since 1970
 * @param lateNanos how much later than asked for this look takes place
 * @param gcNanos time this process has spent collecting garbage since its start
 * @param loopQuietNanos how long ago the event loop came round
 * @param loopAt what the event loop does, for a person; asked only when it is told
 * @param longestSyncNanos the longest sync since the look before
 * @param syncingNanos the sync under way, so far; 0 if none
 * @param handedOverBytes waiting for the disk
 * @param snapshottingNanos the snapshot being written, so far; 0 if none
 * @param fetchingFrom the leader from which this member fetches a snapshot; 0 if it does not
 * @param leading whether this member leads an established epoch
 * @param spare how many serving members an established leader can lose before it has no quorum
 * @param others of an established leader: each other member
 * @param requests unanswered, here
 * @param requestsMax their bound
 * @param requestBytes of those
 * @param requestBytesMax their bound
 * @param disk {@code null} if there is no data directory or it cannot be asked
 * @param certificate the one that ends first; {@code null} without TLS
 */
public record Sample(
        long nowNanos,
        long wallNanos,
        long lateNanos,
        long gcNanos,
        long loopQuietNanos,
        Supplier<String> loopAt,
        long longestSyncNanos,
        long syncingNanos,
        long handedOverBytes,
        long snapshottingNanos,
        int fetchingFrom,
        boolean leading,
        int spare,
        List<FollowerLag> others,
        long requests,
        long requestsMax,
        long requestBytes,
        long requestBytesMax,
        Disk disk,
        Certificate certificate) {

    /** The file system that holds a directory. */
    public record Disk(String dir, long freeBytes, long totalBytes) {}

    /** A certificate of this member. */
    public record Certificate(String file, String alias, Instant ends) {}
}

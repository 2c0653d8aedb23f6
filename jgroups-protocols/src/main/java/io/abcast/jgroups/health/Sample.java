package io.abcast.jgroups.health;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * One sample of the state of a member. {@code nowNanos} and {@code wallNanos} are points in time; all other times in a
 * {@code Sample} are durations in ns.
 *
 * @param nowNanos time of the sample on the monotonic clock, in ns
 * @param wallNanos time of the sample on the wall clock, in ns since 1970
 * @param lateNanos time in ns by which this sample is later than its scheduled time
 * @param gcNanos time in ns that this process has spent in garbage collection since its start
 * @param loopQuietNanos time in ns since the event loop last began a batch of events or woke
 * @param loopAt supplier of the place in the code where the event loop is at present; called only for a log line
 * @param longestSyncNanos duration in ns of the longest log sync since the previous sample
 * @param syncingNanos duration so far, in ns, of the log sync in progress; 0 if no sync is in progress
 * @param handedOverBytes number of bytes that wait until the log writes them to the disk
 * @param snapshottingNanos duration so far, in ns, of writing the snapshot that is being written; 0 if no snapshot is
 *     being written
 * @param fetchingFrom server id of the leader from which this member fetches a snapshot; 0 if the member fetches no
 *     snapshot
 * @param leading whether this member leads an established epoch
 * @param spare number of serving voters (voters whose acks count) that an established leader can lose and still have a
 *     quorum
 * @param others lag of each other member behind this member; empty unless this member is an established leader
 * @param requests number of requests submitted at this member and not yet answered
 * @param requestsMax upper bound on the number of unanswered requests
 * @param requestBytes number of bytes of the unanswered requests
 * @param requestBytesMax upper bound on the bytes of unanswered requests
 * @param disk space of the file system of the data directory; {@code null} without a data directory, or if the file
 *     system does not report its size
 * @param certificate the TLS certificate of this member that expires first; {@code null} without TLS
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

    /** The space of the file system that holds the data directory. */
    public record Disk(String dir, long freeBytes, long totalBytes) {}

    /** The subject and the expiry of one TLS certificate of this member. */
    public record Certificate(String file, String alias, Instant ends) {}
}

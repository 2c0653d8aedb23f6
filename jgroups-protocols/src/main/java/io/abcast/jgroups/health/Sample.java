package io.abcast.jgroups.health;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * One sample of the state of a member. {@code nowNanos} and {@code wallNanos} are points in time; all other times are
 * durations.
 *
 * @param nowNanos the monotonic clock
 * @param wallNanos the wall clock, since 1970
 * @param lateNanos the delay of this sample after its scheduled time
 * @param gcNanos time that this process has spent in garbage collection since its start
 * @param loopQuietNanos time since the event loop began its last batch or woke
 * @param loopAt the place in the code where the event loop is; called only for a log line
 * @param longestSyncNanos the longest log sync since the previous sample
 * @param syncingNanos duration so far of the log sync in progress; 0 without one
 * @param handedOverBytes bytes that wait for the disk
 * @param snapshottingNanos duration so far of the snapshot that is being written; 0 without one
 * @param fetchingFrom the leader from which this member fetches a snapshot; 0 if it fetches no snapshot
 * @param leading whether this member leads an established epoch
 * @param spare number of serving voters that an established leader can lose and still have a quorum
 * @param others lag of each other member; empty unless this member is an established leader
 * @param requests number of requests submitted here and not yet answered
 * @param requestsMax bound of {@code requests}
 * @param requestBytes bytes of the unanswered requests
 * @param requestBytesMax bound of {@code requestBytes}
 * @param disk {@code null} without a data directory, or if its file system does not report its size
 * @param certificate the TLS certificate that expires first; {@code null} without TLS
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

    /** A TLS certificate of this member. */
    public record Certificate(String file, String alias, Instant ends) {}
}

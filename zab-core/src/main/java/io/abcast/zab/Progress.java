package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.FollowerInfo;

/** What a leader knows of one follower: one instance is one session. {@link Leading} moves every field. */
final class Progress {
    /** How far the follower has come. */
    enum Stage {
        /** Waits for the epoch to be chosen, then for its promise. */
        JOINING,
        /** Has answered NEWEPOCH; waits until a quorum has. */
        PROMISED,
        /** Fetches a snapshot. */
        FETCHING,
        /** Receives entries, from the initial history on. */
        STREAMING
    }

    static final long NO_OWN = Long.MAX_VALUE;

    final int rank;
    final Link link;
    final FollowerInfo info;

    /** Whether it learns and does not vote. */
    final boolean observes;

    Stage stage = Stage.JOINING;
    AckEpoch promise;

    /** Whether the epoch was sent. */
    boolean invited;

    /** STREAMING: every entry up to this one was sent. */
    long sentThrough;

    /** Entries that were sent and are not yet acked. Bound: {@link ZabConfig#windowBytesMax}, and one chunk of entries. */
    final Window window = new Window();

    /** The first entry that was proposed for a request which it has forwarded in this session. */
    long ownFrom = NO_OWN;

    /** The last such entry. */
    long ownLast = Zxid.NONE;

    /** Requests that it has forwarded and that wait to be proposed. Bound: {@link ZabConfig#pendingMax}. */
    int waiting;

    /** Whether a request of it was refused, and it has not said that it has seen that. */
    boolean refused;

    /** Of their payloads. Bound: {@link ZabConfig#pendingBytesMax}. */
    long waitingBytes;

    /** FETCHING: of the snapshot, when it asked last; 0 before. */
    long lacksBytes;

    /** The snapshot that it has fetched, or fetches, in this session; {@code null}: none. */
    SnapshotId fetched;

    /** What it kept of its own log when its synchronisation began. */
    long keep;

    /** Where the initial history of this session ends; NEWLEADER follows it. */
    long initialEnd;

    /**
     * Whether it may promise and enter the epoch. A member that is no voter may have forgotten that it promised itself to a
     * later leader, which makes this one a leader of the past: it is invited once a quorum of others, asked after it had come,
     * has confirmed this leader (as in the recovery of Viewstamped Replication, Liskov and Cowling 2012, section 4.3). A
     * promise given before would make it look like a member of a formation that was interrupted.
     */
    boolean admitted;

    /** The round of pings that will admit it; 0 while none was asked for. */
    long admissionRound;

    boolean newLeaderSent;

    /** It holds the initial history and has entered the epoch. Its acks count from here on. */
    boolean entered;

    /** It was told to serve. Commits go to it from here on. */
    boolean upToDate;

    /** Last commit that it was told. */
    long commitSent = Zxid.NONE;

    /** Entries have left the cache and are being read from the log. */
    boolean reading;

    final long joinedNanos;

    long heardNanos;

    /** Highest round of pings that it has answered. */
    long round;

    /** The follower's clock as its last ack bore it, 0 once it was returned; and when that ack came. */
    long stamp;

    long stampedNanos;

    boolean closed;

    Progress(int rank, Link link, FollowerInfo info, boolean observes, long nowNanos) {
        this.rank = rank;
        this.observes = observes;
        this.link = link;
        this.info = info;
        joinedNanos = nowNanos;
        heardNanos = nowNanos;
    }
}

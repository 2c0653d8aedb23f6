package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.FollowerInfo;

/** A leader's state of one follower, for one session. Only {@link Leading} and its parts change the fields. */
final class Progress {
    /** The progress of the follower. */
    enum Stage {
        /** Waits until the epoch is chosen, then for the follower's promise. */
        JOINING,
        /** The follower has answered NEWEPOCH; the leader waits until a quorum has. */
        PROMISED,
        /** The follower fetches a snapshot. */
        FETCHING,
        /** The follower receives entries, from the initial history on. */
        STREAMING
    }

    static final long NO_OWN = Long.MAX_VALUE;

    final int rank;
    final Link link;
    final FollowerInfo info;

    /** Whether the follower is an observer. */
    final boolean observes;

    Stage stage = Stage.JOINING;
    AckEpoch promise;

    /** Whether NEWEPOCH was sent. */
    boolean invited;

    /** STREAMING: zxid up to which every entry was sent. */
    long sentThrough;

    /**
     * Entries that were sent and are not yet acked. Bound: {@link ZabConfig#windowBytesMax}, and one chunk of entries.
     */
    final Window window = new Window();

    /** The first entry that was proposed for a request which the follower has forwarded in this session. */
    long ownFrom = NO_OWN;

    /** The last entry that was proposed for a request which the follower has forwarded in this session. */
    long ownLast = Zxid.NONE;

    /** Forwarded requests of the follower that wait to be proposed. Bound: {@link ZabConfig#pendingMax}. */
    int waiting;

    /** Payload bytes of the {@link #waiting} requests. Bound: {@link ZabConfig#pendingBytesMax}. */
    long waitingBytes;

    /** Whether a request of the follower was refused and the follower has not confirmed it yet. */
    boolean refused;

    /**
     * In phase FETCHING: bytes of the snapshot that the follower lacked at its last request; 0 before the first
     * request.
     */
    long lacksBytes;

    /** The snapshot that the follower fetches, or has fetched, in this session; {@code null} without one. */
    SnapshotId fetched;

    /** The last entry of its own log that the follower kept when its synchronisation began. */
    long keep;

    /** The end of the initial history of this session; NEWLEADER follows it. */
    long initialEnd;

    /**
     * Whether the follower may promise and enter the epoch. A follower that is not a voter may have forgotten a promise
     * to a later leader; then this leader is no longer the newest. So the leader asks the other members after the
     * follower has arrived. The leader invites the follower once a quorum of the other members has confirmed the leader
     * (as in the recovery of Viewstamped Replication, Liskov and Cowling 2012, section 4.3). If the follower promised
     * before this confirmation, it would look like a member of an interrupted formation.
     */
    boolean admitted;

    /** The round of pings that will admit the follower; 0 before one was requested. */
    long admissionRound;

    boolean newLeaderSent;

    /** Whether the follower holds the initial history and has entered the epoch. From then on its acks count. */
    boolean entered;

    /** Whether UPTODATE was sent. From then on the follower receives commits. */
    boolean upToDate;

    /** The last commit index that was sent to the follower. */
    long commitSent = Zxid.NONE;

    /** Whether the next entries have left the cache and are being read from the log. */
    boolean reading;

    final long joinedNanos;

    long heardNanos;

    /** The highest round of pings that the follower has answered. */
    long round;

    /** The follower's clock in its last ack, 0 once it was returned. */
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

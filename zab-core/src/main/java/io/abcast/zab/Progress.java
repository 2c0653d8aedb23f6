package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.FollowerInfo;

/**
 * The state that a leader keeps for one follower during one session. Only {@link Leading} and its helper classes change
 * the fields.
 */
final class Progress {
    enum Stage {
        JOINING,
        PROMISED,
        FETCHING,
        STREAMING
    }

    static final long NO_OWN = Long.MAX_VALUE;

    final int rank;
    final Link link;
    final FollowerInfo info;

    final boolean observes;

    Stage stage = Stage.JOINING;
    AckEpoch promise;

    boolean invited;

    long sentThrough;

    /**
     * Entries in flight: sent to the follower and not acked. Bound: {@link ZabConfig#windowBytesMax} bytes plus one
     * chunk of entries.
     */
    final Window window = new Window();

    /** Zxid of the first entry that was proposed for a request which the follower has forwarded in this session. */
    long ownFrom = NO_OWN;

    long ownLast = Zxid.NONE;

    /**
     * Number of forwarded requests of the follower that wait to be proposed, at most the leader's {@link
     * ZabConfig#pendingMax}.
     */
    int waiting;

    /**
     * Payload bytes of the follower's forwarded requests that wait to be proposed, at most the leader's {@link
     * ZabConfig#pendingBytesMax}.
     */
    long waitingBytes;

    boolean refused;

    /**
     * In stage FETCHING, the number of snapshot bytes that the follower lacked when it last requested a chunk; 0 before
     * its first request.
     */
    long lacksBytes;

    SnapshotId fetched;

    /**
     * Zxid of the last log entry that the follower keeps in its synchronisation; the leader's entries follow after it.
     */
    long keep;

    /** Zxid of the last entry of the initial history for this follower, after which the leader sends NEWLEADER. */
    long initialEnd;

    /**
     * Whether the follower may promise and enter the leader's epoch. A follower that is no voter may have forgotten a
     * promise to a later leader. So the leader admits it only after a quorum of the other members has confirmed that
     * this leader still leads. The recovery of Viewstamped Replication has the same rule (Liskov and Cowling 2012,
     * section 4.3). With an earlier promise, the follower could look like a member of an interrupted first formation.
     */
    boolean admitted;

    /**
     * Number of the ping round after whose confirmation by a quorum the leader admits the follower (see {@link
     * #admitted}); 0 before the leader has requested the round.
     */
    long admissionRound;

    boolean newLeaderSent;

    /**
     * Whether the follower has made the initial history durable and has entered the epoch; only then the leader counts
     * the follower's acks.
     */
    boolean entered;

    boolean upToDate;

    long commitSent = Zxid.NONE;

    boolean reading;

    final long joinedNanos;

    long heardNanos;

    long round;

    /**
     * Time in ns on the follower's clock, from its last ack, that the leader sends back to the follower for a delay
     * measurement; 0 once sent back.
     */
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

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
    /** The stages of a follower's session with the leader, in the order in which the session enters them. */
    enum Stage {
        /** The follower has connected and has not promised the leader's epoch yet. */
        JOINING,
        /** The follower has answered NEWEPOCH. The leader waits for the answers and confirmations of a quorum. */
        PROMISED,
        /** The follower fetches a snapshot from the leader. */
        FETCHING,
        /** The leader sends entries to the follower, from the initial history on. */
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

    /** Whether the leader has sent NEWEPOCH to the follower. */
    boolean invited;

    /** Zxid of the last entry that the leader has sent to the follower in stage STREAMING. */
    long sentThrough;

    /**
     * Entries in flight: sent to the follower and not acked. Bound: {@link ZabConfig#windowBytesMax} bytes plus one
     * chunk of entries.
     */
    final Window window = new Window();

    /** Zxid of the first entry that was proposed for a request which the follower has forwarded in this session. */
    long ownFrom = NO_OWN;

    /** Zxid of the last entry that was proposed for a request which the follower has forwarded in this session. */
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

    /** Whether the leader has refused a request of the follower and the follower has not confirmed the refusal yet. */
    boolean refused;

    /**
     * In stage FETCHING, the number of snapshot bytes that the follower lacked when it last requested a chunk; 0 before
     * its first request.
     */
    long lacksBytes;

    /**
     * The snapshot that the follower fetches, or has fetched, in this session; {@code null} if the follower needs no
     * snapshot.
     */
    SnapshotId fetched;

    /**
     * Zxid of the last log entry that the follower keeps in its synchronisation; the leader's entries follow after it.
     */
    long keep;

    /** Zxid of the last entry of the initial history for this follower, after which the leader sends NEWLEADER. */
    long initialEnd;

    /**
     * Whether the follower may promise and enter the leader's epoch. A follower that is not a voter may have forgotten
     * a promise to a later leader. The leader sends NEWEPOCH to a follower that is no voter only after a quorum of the
     * other members has confirmed that this leader still leads. The recovery of Viewstamped Replication has the same
     * rule (Liskov and Cowling 2012, section 4.3). With a promise before this confirmation, a follower that is not a
     * voter could look like a member of an interrupted first formation.
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

    /**
     * Whether the leader has sent UPTODATE to the follower. After UPTODATE the leader sends commits to the follower.
     */
    boolean upToDate;

    /** The last commit index that the leader has sent to the follower. */
    long commitSent = Zxid.NONE;

    /**
     * Whether the leader's storage is reading the follower's next entries from the log, because they are no longer in
     * memory.
     */
    boolean reading;

    final long joinedNanos;

    long heardNanos;

    /** The number of the last round of pings that the follower has answered. */
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

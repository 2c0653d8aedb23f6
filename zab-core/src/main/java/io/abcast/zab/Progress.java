package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.FollowerInfo;

/**
 * The state that a leader keeps for one follower during one session. Only {@link Leading} and the classes that it uses
 * change the fields of a {@code Progress}.
 */
final class Progress {
    /** The stages of a follower's session with the leader, in the order in which the session enters them. */
    enum Stage {
        /** The leader waits until it has chosen the epoch, and then until the follower has promised the epoch. */
        JOINING,
        /**
         * The follower has answered the leader's NEWEPOCH. The leader waits until a quorum has answered the leader's
         * NEWEPOCH.
         */
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
     * Entries that the leader has sent and the follower has not acked yet. The entries that the follower has not acked
     * have at most {@link ZabConfig#windowBytesMax} bytes, plus one chunk of entries.
     */
    final Window window = new Window();

    /** Zxid of the first entry that was proposed for a request which the follower has forwarded in this session. */
    long ownFrom = NO_OWN;

    /** Zxid of the last entry that was proposed for a request which the follower has forwarded in this session. */
    long ownLast = Zxid.NONE;

    /**
     * Number of forwarded requests of the follower that wait to be proposed. At most {@link ZabConfig#pendingMax}
     * forwarded requests of a follower wait.
     */
    int waiting;

    /**
     * Payload bytes of the follower's forwarded requests that wait to be proposed. The waiting requests of a follower
     * have at most {@link ZabConfig#pendingBytesMax} bytes of payload.
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

    /** Zxid of the last entry of the follower's log that the follower kept when its synchronisation began. */
    long keep;

    /**
     * Zxid of the last entry of the initial history of this session. The leader sends NEWLEADER to the follower after
     * the last entry of the initial history.
     */
    long initialEnd;

    /**
     * Whether the follower may promise and enter the leader's epoch. A follower that is not a voter may have forgotten
     * a promise to a later leader. Therefore, when a follower that is not a voter connects, the leader asks the other
     * members whether this leader is still the newest leader. The leader invites a follower that is not a voter once a
     * quorum of the other members has confirmed the leader (as in the recovery of Viewstamped Replication, Liskov and
     * Cowling 2012, section 4.3). If such a follower could promise before the confirmation, the leader could take the
     * follower for a member of an interrupted first formation.
     */
    boolean admitted;

    /**
     * Number of the round of pings after whose confirmation by a quorum the leader admits the follower; 0 before the
     * leader has requested this round.
     */
    long admissionRound;

    boolean newLeaderSent;

    /**
     * Whether the follower holds the initial history and has entered the epoch. After the follower has entered the
     * epoch, the leader counts the follower's acks.
     */
    boolean entered;

    /**
     * Whether the leader has sent UPTODATE to the follower. After UPTODATE the leader sends commits to the follower.
     */
    boolean upToDate;

    /** The last commit index that the leader has sent to the follower. */
    long commitSent = Zxid.NONE;

    /**
     * Whether the leader's storage is reading the follower's next entries from the log, because the cache no longer
     * holds these entries.
     */
    boolean reading;

    final long joinedNanos;

    long heardNanos;

    /** The number of the last round of pings that the follower has answered. */
    long round;

    /**
     * The time of the follower's clock in its last ack, in ns; 0 after the leader has sent this time back to the
     * follower.
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

package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.FollowerInfo;

/**
 * The state that a leader keeps for one follower during one session. Only {@link Leading} and the classes that it uses
 * change the fields.
 */
final class Progress {
    /** The progress of the follower. */
    enum Stage {
        /** The leader waits until the epoch is chosen, and then for the follower's promise. */
        JOINING,
        /** The follower has answered NEWEPOCH. The leader waits until a quorum has answered. */
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

    /** The last entry that was sent to the follower in stage STREAMING. */
    long sentThrough;

    /**
     * Entries that were sent and are not yet acked. Bound: {@link ZabConfig#windowBytesMax} bytes, plus one chunk of
     * entries.
     */
    final Window window = new Window();

    /** The first entry that was proposed for a request which the follower has forwarded in this session. */
    long ownFrom = NO_OWN;

    /** The last entry that was proposed for a request which the follower has forwarded in this session. */
    long ownLast = Zxid.NONE;

    /** Number of forwarded requests of the follower that wait to be proposed. Bound: {@link ZabConfig#pendingMax}. */
    int waiting;

    /** Payload bytes of the {@link #waiting} requests. Bound: {@link ZabConfig#pendingBytesMax}. */
    long waitingBytes;

    /** Whether a request of the follower was refused and the follower has not confirmed it yet. */
    boolean refused;

    /**
     * In stage FETCHING, the number of bytes of the snapshot that the follower lacked at its last request; 0 before the
     * first request.
     */
    long lacksBytes;

    /** The snapshot that the follower fetches, or has fetched, in this session; {@code null} without a fetch. */
    SnapshotId fetched;

    /** The last entry of the follower's log that the follower kept when its synchronisation began. */
    long keep;

    /** The last entry of the initial history of this session. NEWLEADER is sent after this entry. */
    long initialEnd;

    /**
     * Whether the follower may promise and enter the epoch. A follower that is not a voter may have forgotten a promise
     * to a later leader. So when such a follower arrives, the leader asks the other members whether it is still the
     * newest leader. Once a quorum of the other members has confirmed the leader, the leader invites the follower (as
     * in the recovery of Viewstamped Replication, Liskov and Cowling 2012, section 4.3). A follower that promised
     * before the confirmation could not be distinguished from a member of an interrupted first formation.
     */
    boolean admitted;

    /** The round of pings whose answers admit the follower; 0 before the leader has requested such a round. */
    long admissionRound;

    boolean newLeaderSent;

    /** Whether the follower holds the initial history and has entered the epoch. From then on its acks count. */
    boolean entered;

    /** Whether UPTODATE was sent. From then on the follower receives commits. */
    boolean upToDate;

    /** The last commit index that was sent to the follower. */
    long commitSent = Zxid.NONE;

    /** Whether the next entries for the follower are no longer in the cache and are being read from the log. */
    boolean reading;

    final long joinedNanos;

    long heardNanos;

    /** The highest round of pings that the follower has answered. */
    long round;

    /** The follower's clock in its last ack; 0 after the leader has returned it. */
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

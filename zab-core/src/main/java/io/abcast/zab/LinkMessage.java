package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * A message between a leader and a follower. Names such as CEPOCH are those of Junqueira, Reed and Serafini 2011,
 * phases 1 to 3, or of ZooKeeper if the paper lacks the message.
 */
public sealed interface LinkMessage {
    /** Returns the approximate size of this message in bytes; see {@link io.abcast.kernel.Message#wireBytes}. */
    default int wireBytes() {
        return 24;
    }

    /** Returns the protocol instance of this message; see {@link io.abcast.kernel.Message#instance}. */
    default long instance() {
        return 0;
    }

    /**
     * Returns the number of the protocol instance of the entry with the given zxid; 64 consecutive zxids share one
     * number, because one commit covers many entries.
     */
    static long instance(long zxid) {
        return zxid >>> 6;
    }

    /**
     * CEPOCH: the first message of a session, which a follower sends to its leader.
     *
     * @param currentEpoch the last epoch that the follower has entered; 0 if the follower has entered no epoch
     * @param fresh whether the follower has no history of entries, see {@link ZabMessage.Vote}
     * @param configuration zxid of the last change of the ensemble that the follower knows to be committed, see {@link
     *     ZabMessage.Vote}
     * @param version the newest version of the wire format that the follower reads
     */
    record FollowerInfo(
            int acceptedEpoch,
            int currentEpoch,
            boolean voter,
            boolean fresh,
            long configuration,
            int version)
            implements LinkMessage {
        @Override
        public int wireBytes() {
            return 32;
        }
    }

    /**
     * NEWEPOCH: a leader sends the epoch that it wants to lead.
     *
     * @param policy number, in the wire format, of the protocol that the members run in the new epoch.
     * @param nonce random number of the leader's attempt to lead this epoch; it distinguishes two epochs with equal
     *     numbers, which can exist if all members have lost their storage.
     * @param configuration zxid of the change that created the ensemble of the leader's epoch, as in {@link
     *     ZabMessage.Vote}.
     * @param version the newest version of the wire format that the leader reads
     */
    record NewEpoch(int epoch, int policy, long nonce, long configuration, int version)
            implements LinkMessage {
        @Override
        public int wireBytes() {
            return 40;
        }
    }

    /**
     * ACK-E: a follower answers the leader's NEWEPOCH once the follower's accepted epoch is durable, and describes its
     * log.
     *
     * @param promised whether the ACK-E counts as a promise; false if the follower has promised this epoch number to
     *     another attempt to lead.
     * @param logAfter zxid of the entry directly before the first entry of the follower's log. All entries up to {@code
     *     logAfter} are committed.
     * @param epochEnds zxid of the last entry of each epoch in the follower's log, in ascending order.
     * @param lastZxid zxid of the last entry in the follower's log.
     * @param durableZxid zxid of the last entry that was durable at the follower when the follower promised the epoch.
     * @param complete whether the follower led its current epoch, was not restarted later, and durably holds all
     *     entries that it proposed.
     */
    record AckEpoch(
            int epoch,
            boolean promised,
            int currentEpoch,
            long logAfter,
            long[] epochEnds,
            long lastZxid,
            long durableZxid,
            boolean complete)
            implements LinkMessage {
        @Override
        public int wireBytes() {
            return 48 + 8 * epochEnds.length;
        }

        @Override
        public String toString() {
            StringBuilder ends = new StringBuilder();
            for (long end : epochEnds) ends.append(' ').append(Zxid.toString(end));
            return "AckEpoch[epoch="
                    + epoch
                    + (promised ? ", promised" : "")
                    + ", currentEpoch="
                    + currentEpoch
                    + ", log "
                    + Zxid.toString(logAfter)
                    + " |"
                    + ends
                    + ", durableZxid="
                    + Zxid.toString(durableZxid)
                    + "]";
        }

        boolean isConsistent() {
            long before = logAfter;
            for (long end : epochEnds) {
                if (end <= before) return false;
                before = end;
            }
            return lastZxid == before;
        }
    }

    /** The kind of synchronisation by which the follower's history becomes equal to the leader's history. */
    enum SyncMode {
        /**
         * DIFF: the follower keeps its whole log, and the leader sends the entries after the end of this log as
         * proposals.
         */
        DIFF,
        /**
         * TRUNC: the follower removes (cuts off) the entries that the leader's history lacks, and the leader sends the
         * later entries as proposals.
         */
        TRUNC,
        /**
         * SNAP: the follower fetches the leader's snapshot in chunks, because the leader's log begins too late, and the
         * leader sends the later entries as proposals.
         */
        SNAP
    }

    /**
     * A leader announces how it synchronises the follower: by DIFF, TRUNC or SNAP.
     *
     * @param zxid zxid of the last entry that the follower keeps; with DIFF the zxid of the follower's last entry
     * @param snapshot with SNAP, the snapshot that the follower has to fetch
     * @param note with SNAP, the note that is stored with the snapshot: an encoded {@link Configuration}, or empty if
     *     the ensemble has never changed
     */
    record Sync(int epoch, SyncMode mode, long zxid, SnapshotId snapshot, byte[] note)
            implements LinkMessage {
        @Override
        public int wireBytes() {
            return 48 + note.length;
        }
    }

    /** A follower requests the snapshot chunk that begins at byte {@code offset}. */
    record SnapshotRequest(SnapshotId snapshot, long offset) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 32;
        }
    }

    /** A leader sends a chunk of a snapshot, which begins at byte {@code offset}. */
    record SnapshotChunk(SnapshotId snapshot, long offset, byte[] bytes) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 36 + bytes.length;
        }
    }

    /**
     * A follower reports that the snapshot has replaced its history, so the leader may send the entries after the
     * snapshot.
     */
    record SnapshotDone(SnapshotId snapshot) implements LinkMessage {}

    /**
     * A leader asks each member to take a snapshot directly after it has delivered the entry {@code zxid}; the request
     * precedes the entry.
     */
    record SnapshotPoint(int epoch, long zxid) implements LinkMessage {}

    /**
     * A leader asks the other followers, with each heartbeat, to keep their copies of the snapshot that one follower
     * fetches.
     */
    record KeepSnapshot(SnapshotId snapshot) implements LinkMessage {}

    /**
     * PROPOSE: a leader sends entries that directly follow the last entry that it sent in this session.
     *
     * @param commit the leader's commit index, up to which all entries are committed; {@link Zxid#NONE} before UPTODATE
     * @param entries the proposed entries; {@link #KEPT} replaces each payload that the receiving follower has
     *     forwarded in this session
     */
    record Propose(int epoch, long commit, Steering steering, List<Entry> entries)
            implements LinkMessage {
        /**
         * Placeholder for the payload of a request that the follower has forwarded in this session and takes from its
         * own copy.
         */
        static final byte[] KEPT = new byte[0];

        static boolean isKept(Entry entry) {
            return entry.payload() == KEPT;
        }

        @Override
        public int wireBytes() {
            int bytes = 16 + steering.wireBytes();
            for (int i = 0; i < entries.size(); i++) bytes += entries.get(i).bytes();
            return bytes;
        }
    }

    /** NEWLEADER: a leader announces that the initial history of this session ends at {@code lastZxid}. */
    record NewLeader(int epoch, long lastZxid) implements LinkMessage {}

    /** ACK-LD: a follower reports that the follower's history up to {@code zxid} and its currentEpoch are durable. */
    record AckNewLeader(int epoch, long zxid) implements LinkMessage {}

    /**
     * UPTODATE: a leader reports that its epoch is established. After UPTODATE, the follower delivers entries up to
     * {@code commit} and serves requests.
     */
    record UpToDate(int epoch, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /**
     * ACK: a follower reports that it has entered the epoch, and that all its entries up to {@code zxid} are durable.
     *
     * @param votesForZab whether the follower votes for Zab's mode, in which followers ack only to the leader ("prot"
     *     of EL-Sanosi 2018, section 4.3.3)
     * @param stamp the time of the follower's clock, in ns, at the sending of the ack; the leader sends this time back;
     *     0 if the leader's messages carry no {@link Steering}
     */
    record Ack(int epoch, long zxid, boolean votesForZab, long stamp) implements LinkMessage {}

    /** COMMIT: a leader reports that all entries up to {@code zxid} are committed. */
    record Commit(int epoch, long zxid, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }

        @Override
        public long instance() {
            return LinkMessage.instance(zxid);
        }
    }

    /** A request that a follower forwards to the leader. */
    record Request(long request, byte[] payload) {}

    /**
     * A follower forwards its requests in the order of their submission; without requests, it confirms that it has
     * received the leader's {@link RequestsRefused}.
     */
    record Forward(List<Request> requests) implements LinkMessage {
        @Override
        public int wireBytes() {
            int bytes = 8;
            for (int i = 0; i < requests.size(); i++)
                bytes += 12 + requests.get(i).payload().length;
            return bytes;
        }
    }

    /**
     * A leader refuses requests of a follower because too many requests of this follower wait at the leader ({@link
     * Refusal#BUSY}). The leader then refuses all requests of the follower from number {@code first} on, until an empty
     * {@link Forward} confirms the refusal. Without the confirmation, the leader could accept later requests, and the
     * follower's requests would be ordered in the wrong sequence.
     */
    record RequestsRefused(long first) implements LinkMessage {}

    /** A follower asks the leader to change the ensemble, because a caller at the follower has requested the change. */
    record Reconfigure(long request, MembershipChange change) implements LinkMessage {}

    /** A leader refuses a change of the ensemble that a follower has requested. */
    record ReconfigureRefused(long request, Refusal why) implements LinkMessage {}

    /**
     * A leader's heartbeat to its followers; {@code round} is the number of the last ping round, by which members
     * confirm that the leader still leads.
     *
     * @param commit the leader's commit index, for a follower that delivers without the leader's commit messages and
     *     has missed an ack
     */
    record Ping(int epoch, long round, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /** A follower answers a leader's {@code Ping} with the round number of the ping. */
    record Pong(int epoch, long round) implements LinkMessage {}

    /** A follower asks the leader for the read index of all linearizable reads up to number {@code read}. */
    record ReadIndex(long read) implements LinkMessage {}

    /** A leader reports that {@code zxid} is the read index of all reads of the follower up to number {@code read}. */
    record ReadIndexReply(long read, long zxid) implements LinkMessage {}
}

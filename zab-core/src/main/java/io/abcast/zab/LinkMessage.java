package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * A message between a leader and a follower. The records are listed in the order in which a session sends them. Their
 * names are those of Junqueira, Reed and Serafini 2011 (phases 1 to 3), or those of ZooKeeper if the paper does not
 * have the message.
 */
public sealed interface LinkMessage {
    /** See {@link io.abcast.kernel.Message#wireBytes}. */
    default int wireBytes() {
        return 24;
    }

    /** See {@link io.abcast.kernel.Message#instance}. */
    default long instance() {
        return 0;
    }

    /**
     * Returns the number of the protocol instance to which an entry belongs. Several consecutive entries have the same
     * instance, because a commit covers all earlier entries as well.
     */
    static long instance(long zxid) {
        return zxid >>> 6;
    }

    /**
     * CEPOCH, sent by a follower as the first message of a session.
     *
     * @param currentEpoch the last epoch that the follower has entered; 0 before the first epoch
     * @param fresh see {@link ZabMessage.Vote}
     * @param configuration see {@link ZabMessage.Vote}
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
     * NEWEPOCH, sent by a leader with the epoch that it wants to lead.
     *
     * @param policy the number of the protocol that the epoch will run
     * @param nonce random number that the leader has drawn for this epoch. The nonce distinguishes this epoch from an
     *     earlier epoch with the same number that all members have forgotten
     * @param configuration the change that created the ensemble of this epoch, as in {@link ZabMessage.Vote}
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
     * ACK-E, sent by a follower after its accepted epoch is durable. The message summarises the follower's log, so that
     * the leader can compute where the two histories diverge.
     *
     * @param promised whether this answer counts as a promise; false if the follower had already accepted this epoch
     *     for another attempt.
     * @param logAfter the zxid directly before the first entry of the follower's log. All entries up to this zxid are
     *     committed.
     * @param epochEnds the last entry of each epoch in the follower's log, ascending.
     * @param lastZxid the end of the follower's log.
     * @param durableZxid the last entry that was durable when the follower promised.
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

        /** Whether the fields of the summary do not contradict each other. */
        boolean isConsistent() {
            long before = logAfter;
            for (long end : epochEnds) {
                if (end <= before) return false;
                before = end;
            }
            return lastZxid == before;
        }
    }

    /** The way in which the follower's history becomes the leader's history. */
    enum SyncMode {
        /** The follower keeps its whole log, and the leader's later entries follow as proposals. */
        DIFF,
        /**
         * The follower removes the entries that the leader does not have. Then the leader's later entries follow as
         * with DIFF.
         */
        TRUNC,
        /**
         * The leader's log begins after the zxid at which the follower's log would be cut. Therefore the follower
         * fetches a snapshot in chunks. Then the leader sends the entries after the snapshot, as with DIFF.
         */
        SNAP
    }

    /**
     * Sent by a leader: the way in which the follower is synchronised.
     *
     * @param zxid the last entry that the follower keeps; with DIFF the follower's last entry
     * @param snapshot with SNAP, the snapshot to fetch
     * @param note with SNAP, the note of the snapshot: a {@link Configuration}, or empty
     */
    record Sync(int epoch, SyncMode mode, long zxid, SnapshotId snapshot, byte[] note)
            implements LinkMessage {
        @Override
        public int wireBytes() {
            return 48 + note.length;
        }
    }

    /** Sent by a follower: requests the chunk at {@code offset} of a snapshot. */
    record SnapshotRequest(SnapshotId snapshot, long offset) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 32;
        }
    }

    /** Sent by a leader: the chunk at {@code offset} of a snapshot. */
    record SnapshotChunk(SnapshotId snapshot, long offset, byte[] bytes) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 36 + bytes.length;
        }
    }

    /** Sent by a follower: the snapshot has replaced its history, so entries after the snapshot may follow. */
    record SnapshotDone(SnapshotId snapshot) implements LinkMessage {}

    /**
     * Sent by a leader: all members take a snapshot once they have delivered {@code zxid}. The leader sends this
     * message before it sends the entry with that zxid.
     */
    record SnapshotPoint(int epoch, long zxid) implements LinkMessage {}

    /**
     * Sent by a leader with each heartbeat while a follower fetches a snapshot: the other followers keep their copies
     * of this snapshot.
     */
    record KeepSnapshot(SnapshotId snapshot) implements LinkMessage {}

    /**
     * PROPOSE, sent by a leader, with entries that directly follow the last entry that was sent in this session.
     *
     * @param commit the commit index: all entries up to it are committed; {@link Zxid#NONE} before UPTODATE
     * @param entries the entries; {@link #KEPT} replaces each payload that the follower itself has forwarded in this
     *     session
     */
    record Propose(int epoch, long commit, Steering steering, List<Entry> entries)
            implements LinkMessage {
        /**
         * Placeholder for the payload of a request that the follower has forwarded in this session. The follower keeps
         * the payload until the entry arrives.
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

    /** NEWLEADER, sent by a leader: the initial history of this session ends at {@code lastZxid}. */
    record NewLeader(int epoch, long lastZxid) implements LinkMessage {}

    /** ACK-LD, sent by a follower: its history up to {@code zxid} is durable, and its currentEpoch as well. */
    record AckNewLeader(int epoch, long zxid) implements LinkMessage {}

    /**
     * UPTODATE, sent by a leader: the epoch is established, and the follower delivers up to {@code commit} and serves.
     */
    record UpToDate(int epoch, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /**
     * ACK, sent by a follower: all entries up to {@code zxid} are durable at the follower, in this epoch.
     *
     * @param votesForZab whether the follower votes for Zab's mode ("prot" of EL-Sanosi 2018, section 4.3.3)
     * @param stamp the follower's clock in nanoseconds, which the leader returns; 0 if messages carry no {@link
     *     Steering}
     */
    record Ack(int epoch, long zxid, boolean votesForZab, long stamp) implements LinkMessage {}

    /** COMMIT, sent by a leader: all entries up to {@code zxid} are committed. */
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
     * Sent by a follower: requests that were submitted at the follower, in their order. An empty message confirms
     * {@link RequestsRefused}.
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
     * Sent by a leader: too many requests of this follower wait ({@link Refusal#BUSY}). The leader refuses all requests
     * from number {@code first} on that it receives in this session, until an empty {@link Forward} confirms this
     * message. Without this rule, the leader could accept later requests while this message is lost with the session.
     * The follower would then send the refused requests again, after later requests were ordered.
     */
    record RequestsRefused(long first) implements LinkMessage {}

    /** Sent by a follower: a caller at the follower requests a change of the ensemble. */
    record Reconfigure(long request, MembershipChange change) implements LinkMessage {}

    /** Sent by a leader: refuses a change of the ensemble. */
    record ReconfigureRefused(long request, Refusal why) implements LinkMessage {}

    /**
     * Sent by a leader: a heartbeat. {@code round} is the number of the last round in which the leader asks members to
     * confirm that it still leads.
     *
     * @param commit the commit index, for a follower that delivers without the leader's commits and has missed an ack
     */
    record Ping(int epoch, long round, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /** Sent by a follower: the answer to a ping, with the round of the ping. */
    record Pong(int epoch, long round) implements LinkMessage {}

    /** Sent by a follower: asks for the read index of all linearizable reads up to number {@code read}. */
    record ReadIndex(long read) implements LinkMessage {}

    /** Sent by a leader: {@code zxid} is the read index of all reads up to number {@code read}. */
    record ReadIndexReply(long read, long zxid) implements LinkMessage {}
}

package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * A message between a leader and a follower. The records stand in the order in which a session sends them. Names follow
 * Junqueira, Reed and Serafini 2011 (phases 1 to 3), and ZooKeeper where the paper has no name.
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
     * The instance of an entry. Consecutive entries share an instance, because a commit covers all entries up to its
     * own.
     */
    static long instance(long zxid) {
        return zxid >>> 6;
    }

    /**
     * Follower, first message of a session: CEPOCH.
     *
     * @param currentEpoch the last epoch that the follower has entered, 0 before the first
     * @param fresh as in {@link ZabMessage.Vote}
     * @param configuration as in {@link ZabMessage.Vote}
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
     * Leader: NEWEPOCH, the epoch it wants to lead.
     *
     * @param policy the number of the protocol that the epoch will run
     * @param nonce drawn by the leader for this epoch; distinguishes it from an epoch of the same number that all
     *     members have forgotten
     * @param configuration the change that made the ensemble of this epoch; as in {@link ZabMessage.Vote}
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
     * Follower: ACK-E, sent after its accepted epoch is durable. It contains a sketch of the follower's log, from which
     * the leader computes where the two histories diverge.
     *
     * @param promised whether this answer is a promise that counts: false if the epoch had been accepted before.
     * @param logAfter the follower's log holds the entries after this zxid, which is committed.
     * @param epochEnds the last entry of each epoch in the follower's log, ascending.
     * @param lastZxid the end of the follower's log.
     * @param durableZxid the last entry that was durable when the follower promised.
     * @param complete whether the follower led its current epoch, has not been restarted since, and durably holds all
     *     that it proposed.
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

        /** Whether the sketch can be that of a log. */
        boolean isConsistent() {
            long before = logAfter;
            for (long end : epochEnds) {
                if (end <= before) return false;
                before = end;
            }
            return lastZxid == before;
        }
    }

    /** The way from the follower's history to the leader's. */
    enum SyncMode {
        /** The follower keeps its whole log; the leader's later entries follow as proposals. */
        DIFF,
        /** The follower removes the entries that the leader does not have; then as DIFF. */
        TRUNC,
        /**
         * The leader's log begins after the place at which the follower's log would be cut. The follower fetches a
         * snapshot in chunks, and then the leader sends the entries after the snapshot, as with DIFF.
         */
        SNAP
    }

    /**
     * Leader: the way in which the follower is synchronised.
     *
     * @param zxid the last entry that the follower keeps; with DIFF its last entry
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

    /** Follower: requests the chunk at {@code offset}. */
    record SnapshotRequest(SnapshotId snapshot, long offset) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 32;
        }
    }

    /** Leader: the chunk at {@code offset}. */
    record SnapshotChunk(SnapshotId snapshot, long offset, byte[] bytes) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 36 + bytes.length;
        }
    }

    /** Follower: the snapshot has replaced its history; entries after it may follow. */
    record SnapshotDone(SnapshotId snapshot) implements LinkMessage {}

    /** Leader: members take a snapshot once they have delivered {@code zxid}. Sent before that entry. */
    record SnapshotPoint(int epoch, long zxid) implements LinkMessage {}

    /**
     * Leader: a follower fetches this snapshot, so the other followers keep it if they hold it. Repeated with each
     * heartbeat.
     */
    record KeepSnapshot(SnapshotId snapshot) implements LinkMessage {}

    /**
     * Sent by the leader: PROPOSE, with entries that directly follow the last entry that this session has sent.
     *
     * @param commit every entry up to this one is committed; {@link Zxid#NONE} before UPTODATE
     * @param entries the entries; {@link #KEPT} replaces each payload that the follower has
     */
    record Propose(int epoch, long commit, Steering steering, List<Entry> entries)
            implements LinkMessage {
        /**
         * Stands for the payload of a request that the follower has forwarded in this session. The follower keeps the
         * payload until the entry arrives.
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

    /** Leader: NEWLEADER, the initial history of this session ends at {@code lastZxid}. */
    record NewLeader(int epoch, long lastZxid) implements LinkMessage {}

    /** Follower: ACK-LD, its history up to {@code zxid} and then its currentEpoch are durable. */
    record AckNewLeader(int epoch, long zxid) implements LinkMessage {}

    /** Leader: UPTODATE, the epoch is established; the follower delivers up to {@code commit} and serves. */
    record UpToDate(int epoch, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /**
     * Follower: ACK, cumulative: everything up to {@code zxid} is durable at the follower, in this epoch.
     *
     * @param votesForZab whether the follower votes for Zab's mode ("prot" of EL-Sanosi 2018, section 4.3.3)
     * @param stamp the follower's clock in nanoseconds, for the leader to return; 0 if nothing is steered
     */
    record Ack(int epoch, long zxid, boolean votesForZab, long stamp) implements LinkMessage {}

    /** Leader: COMMIT, cumulative. */
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

    /** A request that is forwarded to the leader. */
    record Request(long request, byte[] payload) {}

    /**
     * Follower: requests that were submitted at the follower, in their order. An empty message confirms {@link
     * RequestsRefused}.
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
     * Leader: too many requests of this follower wait ({@link Refusal#BUSY}). The leader takes no request that it
     * received in this session from {@code first} on, until an empty {@link Forward} confirms this message. Without the
     * confirmation, a session could end before this message arrives. The follower would then send again requests that
     * later ones have overtaken.
     */
    record RequestsRefused(long first) implements LinkMessage {}

    /** Follower: a caller at the follower requests a change of the ensemble. */
    record Reconfigure(long request, MembershipChange change) implements LinkMessage {}

    /** Leader: refuses a change of the ensemble. */
    record ReconfigureRefused(long request, Refusal why) implements LinkMessage {}

    /**
     * Leader: a heartbeat. {@code round} is the number of the leader's last round of confirmation that it still leads.
     *
     * @param commit the commit index, for a follower that delivers on its own and has missed an ack
     */
    record Ping(int epoch, long round, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /** Follower: the answer to a ping, with the round of the ping. */
    record Pong(int epoch, long round) implements LinkMessage {}

    /** Follower: a linearizable read. Asks for the read index of all its reads up to {@code read}. */
    record ReadIndex(long read) implements LinkMessage {}

    /** Leader: the read index of all reads up to {@code read} is {@code zxid}. */
    record ReadIndexReply(long read, long zxid) implements LinkMessage {}
}

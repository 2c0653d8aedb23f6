package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * What a leader and a follower say to each other, in the order in which a session sees it. Names follow Junqueira, Reed
 * and Serafini 2011 (phases 1 to 3) and ZooKeeper where the paper has none.
 */
public sealed interface LinkMessage {
    /** As {@link io.abcast.kernel.Message#wireBytes}. */
    default int wireBytes() {
        return 24;
    }

    /** As {@link io.abcast.kernel.Message#instance}. */
    default long instance() {
        return 0;
    }

    /** One instance for so many entries that follow each other: a commit is of all of them up to its own. */
    static long instance(long zxid) {
        return zxid >>> 6;
    }

    /**
     * Follower, first of a session: CEPOCH.
     *
     * @param currentEpoch the epoch that the follower has entered last, 0 for none
     * @param fresh as of {@link ZabMessage.Vote}
     * @param configuration as of {@link ZabMessage.Vote}
     * @param version the newest version of the format that the follower reads
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
     * @param nonce drawn by the leader for this epoch; tells it from one of the same number that everybody has forgotten
     * @param configuration the change that brought the ensemble of this epoch; as of {@link ZabMessage.Vote}
     * @param version the newest version of the format that the leader reads
     */
    record NewEpoch(int epoch, int policy, long nonce, long configuration, int version)
            implements LinkMessage {
        @Override
        public int wireBytes() {
            return 40;
        }
    }

    /**
     * Follower: ACK-E, after its accepted epoch is durable, with a sketch of its log from which the leader sees where the
     * two histories part.
     *
     * @param promised whether this answer is a promise that counts: false if the epoch had been accepted before
     * @param logAfter its log holds the entries after this one, which is committed
     * @param epochEnds the last entry of each epoch in its log, ascending
     * @param lastZxid the end of its log
     * @param durableZxid how much of that was durable when it promised
     * @param complete whether it led its current epoch, has not been restarted since, and its log durably holds all that it proposed
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

        /** Whether the sketch is one of a log. */
        boolean isConsistent() {
            long before = logAfter;
            for (long end : epochEnds) {
                if (end <= before) return false;
                before = end;
            }
            return lastZxid == before;
        }
    }

    /** How a follower gets from its history to the leader's. */
    enum SyncMode {
        /** The leader's entries after the follower's last come as proposals. */
        DIFF,
        /** The follower removes the entries that the leader does not have, then as DIFF. */
        TRUNC,
        /** As TRUNC, but the leader's log begins later: a snapshot in chunks, then as DIFF from there. */
        SNAP
    }

    /**
     * Leader: how this session begins.
     *
     * @param zxid the last entry that the follower keeps; with DIFF its last
     * @param snapshot with SNAP, what it is to fetch
     * @param note with SNAP, the note beside it: a {@link Configuration}; empty if there is none
     */
    record Sync(int epoch, SyncMode mode, long zxid, SnapshotId snapshot, byte[] note)
            implements LinkMessage {
        @Override
        public int wireBytes() {
            return 48 + note.length;
        }
    }

    /** Follower: asks for the chunk at {@code offset}. */
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

    /** Follower: the snapshot is its history now; entries after it may follow. */
    record SnapshotDone(SnapshotId snapshot) implements LinkMessage {}

    /** Leader: members take a snapshot once they have delivered {@code zxid}. Comes before the entry. */
    record SnapshotPoint(int epoch, long zxid) implements LinkMessage {}

    /** Leader: a follower fetches this snapshot; the others keep it, too, if they hold it. Again with each heartbeat. */
    record KeepSnapshot(SnapshotId snapshot) implements LinkMessage {}

    /**
     * Leader: PROPOSE, entries that directly follow what this session sent before.
     *
     * @param commit every entry up to this one is committed; {@link Zxid#NONE} before UPTODATE
     * @param entries with the payload {@link #KEPT} where the follower has it
     */
    record Propose(int epoch, long commit, Steering steering, List<Entry> entries)
            implements LinkMessage {
        /** In place of the payload of a request that the follower has forwarded in this session: it keeps its own until then. */
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

    /** Follower: ACK-LD, history up to {@code zxid} and then currentEpoch are durable. */
    record AckNewLeader(int epoch, long zxid) implements LinkMessage {}

    /** Leader: UPTODATE, the epoch is established; deliver up to {@code commit} and serve. */
    record UpToDate(int epoch, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /**
     * Follower: ACK, cumulative: everything up to {@code zxid} is durable here, in this epoch.
     *
     * @param votesForZab whether the follower wants Zab's mode ("prot" of EL-Sanosi 2018, section 4.3.3)
     * @param stamp the follower's clock, for the leader to return; 0 if nothing is steered
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

    /** A request on its way to the leader. */
    record Request(long request, byte[] payload) {}

    /** Follower: requests that entered there, in their order. None: it has seen {@link RequestsRefused}. */
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
     * Leader: too many of this follower's requests wait ({@link Refusal#BUSY}). It has taken none of those that came in this session
     * from {@code first} on, and takes none until an empty {@link Forward} comes. Otherwise the session might end before this message
     * arrives, and the follower would send again requests that later ones have overtaken.
     */
    record RequestsRefused(long first) implements LinkMessage {}

    /** Follower: somebody there wants the ensemble changed. */
    record Reconfigure(long request, MembershipChange change) implements LinkMessage {}

    /** Leader: it will not be. */
    record ReconfigureRefused(long request, Refusal why) implements LinkMessage {}

    /**
     * Leader: a sign of life; {@code round} counts the leader's rounds of asking "am I still the leader?".
     *
     * @param commit as of a commit message: a follower that delivers by itself and has missed an ack is helped on
     */
    record Ping(int epoch, long round, long commit, Steering steering) implements LinkMessage {
        @Override
        public int wireBytes() {
            return 24 + steering.wireBytes();
        }
    }

    /** Follower: the answer to a ping, with its round. */
    record Pong(int epoch, long round) implements LinkMessage {}

    /** Follower: a linearizable read; asks up to where it must have delivered before it serves reads up to {@code read}. */
    record ReadIndex(long read) implements LinkMessage {}

    /** Leader: reads up to {@code read} must see {@code zxid}. */
    record ReadIndexReply(long read, long zxid) implements LinkMessage {}
}

package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.PeerAck;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import java.util.Set;

/**
 * What a server does with events while it looks, follows or leads. A handler that leaves its role (through {@link Core})
 * returns at once; nothing of the old role runs after that.
 */
abstract class ServerRole {
    final Core core;

    ServerRole(Core core) {
        this.core = core;
    }

    abstract Role name();

    abstract boolean isActive();

    abstract ZabPhase phase();

    /** The leader's id, 0 if none is known. */
    abstract int leader();

    /** Why requests are not being ordered here, in a few words; empty while they are. Built when asked for. */
    String reason() {
        if (isActive()) return "";
        return leader() == core.id
                ? "waiting for a quorum to follow this leader and to be synchronised"
                : "synchronising with leader " + leader();
    }

    /** The protocol that it runs, or would. */
    BroadcastPolicy policy() {
        return core.policy;
    }

    /** Whether acks go to the leader alone and the leader announces commits. */
    boolean inZabMode() {
        return true;
    }

    CoinStatus coin() {
        return CoinStatus.NONE;
    }

    /** When this member last knew of a leader that orders requests; asked while {@link #isActive}. */
    long leaderHeardNanos() {
        return core.now();
    }

    /** Its link sessions. Built when asked for. */
    List<SessionStatus> sessions() {
        return List.of();
    }

    abstract void enter();

    void leave() {}

    /** Whether it goes on although the ensemble has changed: it is being brought up to date and may find more changes. */
    boolean waitsForHistory() {
        return false;
    }

    /** The ensemble has changed, and this role ends: what the others have to know of it. */
    void farewell() {}

    /** The sender knows a change to be committed that this member may not have known. */
    void onSettled(int from, Settled settled) {}

    /** Whether somebody who must know has said that this server is no member any more. */
    boolean isExcluded() {
        return false;
    }

    abstract void onVote(int from, Vote vote);

    abstract void onFrame(int from, Frame frame);

    abstract void onEndSession(int from, long session);

    /** Only a follower of the same epoch can use it. */
    void onPeerAck(int from, PeerAck ack) {
        core.dropped();
    }

    abstract void onTimer(int kind);

    abstract void onBatchEnd();

    /** {@link LogHistory#durable} changed. */
    void onDurable() {}

    /** All that was persisted is durable. */
    void onPersisted() {}

    /** {@code entries} is empty if the log no longer holds the one after {@code afterZxid}. */
    void onLogRead(long afterZxid, List<Entry> entries) {}

    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

    void onInstalled(SnapshotId snapshot, boolean installed) {}

    void onReachable(Set<Integer> members) {}

    /** See {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {}
}

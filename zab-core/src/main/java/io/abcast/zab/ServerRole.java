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
 * Handles a server's events while it looks for a leader, follows or leads. If a handler leaves its role (through {@link
 * Core}), it must return at once, so that no code of the old role runs afterwards.
 */
abstract class ServerRole {
    final Core core;

    ServerRole(Core core) {
        this.core = core;
    }

    abstract Role name();

    abstract boolean isActive();

    abstract ZabPhase phase();

    /** The leader's id; 0 if no leader is known. */
    abstract int leader();

    /**
     * The reason why this member does not order requests at present, in a few words; empty while it orders requests.
     * The text is built on each call.
     */
    String reason() {
        if (isActive()) return "";
        return leader() == core.id
                ? "waiting for a quorum to follow this leader and to be synchronised"
                : "synchronising with leader " + leader();
    }

    /** The protocol that this role runs, or would run. */
    BroadcastPolicy policy() {
        return core.policy;
    }

    /** Whether Zab's mode is on, in which acks go to the leader alone and the leader announces commits. */
    boolean inZabMode() {
        return true;
    }

    CoinStatus coin() {
        return CoinStatus.NONE;
    }

    /**
     * Time at which this member last received a message from a leader that orders requests, in ns. Only valid while
     * {@link #isActive}.
     */
    long leaderHeardNanos() {
        return core.now();
    }

    /** The link sessions of this role. The list is built on each call. */
    List<SessionStatus> sessions() {
        return List.of();
    }

    abstract void enter();

    void leave() {}

    /**
     * Whether the role continues although the ensemble has changed, because the member is being synchronised and may
     * learn of more changes.
     */
    boolean waitsForHistory() {
        return false;
    }

    /** Sends final messages to the other members, because the ensemble has changed and this role ends. */
    void farewell() {}

    /** Handles a message that reports a committed change of the ensemble, which this member may not know. */
    void onSettled(int from, Settled settled) {}

    /** Whether a server that knows a later ensemble has reported that this server is no longer a member. */
    boolean isExcluded() {
        return false;
    }

    abstract void onVote(int from, Vote vote);

    abstract void onFrame(int from, Frame frame);

    abstract void onEndSession(int from, long session);

    /** Handles an ack that another follower has sent. Only a follower of the same epoch uses it. */
    void onPeerAck(int from, PeerAck ack) {
        core.dropped();
    }

    abstract void onTimer(int kind);

    abstract void onBatchEnd();

    /** Reports that {@link LogHistory#durable} changed. */
    void onDurable() {}

    /** Reports that all persisted states are durable. */
    void onPersisted() {}

    /**
     * Handles the result of a log read; {@code entries} is empty if the log no longer holds the entry after {@code
     * afterZxid}.
     */
    void onLogRead(long afterZxid, List<Entry> entries) {}

    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

    void onInstalled(SnapshotId snapshot, boolean installed) {}

    void onReachable(Set<Integer> members) {}

    /** See {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {}
}

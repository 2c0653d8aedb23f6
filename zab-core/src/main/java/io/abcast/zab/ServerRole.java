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
 * The role of a server, which processes the server's events: electing, following, leading, or no member. If an event
 * handler ends the role (by a method of {@link Core}), the handler must return at once, because the next role has
 * already begun.
 */
abstract class ServerRole {
    final Core core;

    ServerRole(Core core) {
        this.core = core;
    }

    abstract Role name();

    abstract boolean isActive();

    abstract ZabPhase phase();

    /** Returns the server id of the leader that this role knows; 0 if no leader is known. */
    abstract int leader();

    /**
     * Returns the reason why this member does not order requests at present, in a few words; empty while this member
     * orders requests. {@code reason} allocates memory at each call.
     */
    String reason() {
        if (isActive()) return "";
        return leader() == core.id
                ? "waiting for a quorum to follow this leader and to be synchronised"
                : "synchronising with leader " + leader();
    }

    /** Returns the protocol of the Zab family that this role runs, or would run as leader. */
    BroadcastPolicy policy() {
        return core.policy;
    }

    /** Whether Zab's mode is on: followers ack only to the leader, and the leader announces commits. */
    boolean inZabMode() {
        return true;
    }

    CoinStatus coin() {
        return CoinStatus.NONE;
    }

    /**
     * Returns the time at which this member last received a message from a leader that orders requests, in ns. The
     * returned time is valid only while {@link #isActive} is true.
     */
    long leaderHeardNanos() {
        return core.now();
    }

    /**
     * Returns the states of the link sessions of this role, for operators. {@code sessions} allocates memory at each
     * call.
     */
    List<SessionStatus> sessions() {
        return List.of();
    }

    abstract void enter();

    void leave() {}

    /**
     * Whether the role continues even if the ensemble changes, because the member is still receiving the leader's
     * history, with possibly more changes.
     */
    boolean waitsForHistory() {
        return false;
    }

    /** Sends the last messages of this role, because a change of the ensemble ends the role. */
    void farewell() {}

    /** Processes another server's report of a committed change of the ensemble, which this server may not know. */
    void onSettled(int from, Settled settled) {}

    /** Whether a server that knows a later ensemble has reported that this server is no longer a member. */
    boolean isExcluded() {
        return false;
    }

    abstract void onVote(int from, Vote vote);

    abstract void onFrame(int from, Frame frame);

    abstract void onEndSession(int from, long session);

    /**
     * Processes a {@code PeerAck}, an ack that one follower has sent to other followers. Only a follower in the same
     * epoch uses a {@code PeerAck}.
     */
    void onPeerAck(int from, PeerAck ack) {
        core.dropped();
    }

    abstract void onTimer(int kind);

    abstract void onBatchEnd();

    /** Called when more entries of this member's log have become durable ({@link LogHistory#durable}). */
    void onDurable() {}

    /** Called when all epoch states that this member has persisted are durable. */
    void onPersisted() {}

    /**
     * Receives the result of a log read; {@code entries} is empty if the log no longer holds the entry after {@code
     * afterZxid}.
     */
    void onLogRead(long afterZxid, List<Entry> entries) {}

    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

    void onInstalled(SnapshotId snapshot, boolean installed) {}

    void onReachable(Set<Integer> members) {}

    /** Reports the fill levels of this role's queues to {@code to}; see {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {}
}

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

    abstract int leader();

    /**
     * Returns the reason why this member does not order requests at present; empty while it orders requests. Allocates
     * memory at each call.
     */
    String reason() {
        if (isActive()) return "";
        return leader() == core.id
                ? "waiting for a quorum to follow this leader and to be synchronised"
                : "synchronising with leader " + leader();
    }

    BroadcastPolicy policy() {
        return core.policy;
    }

    boolean inZabMode() {
        return true;
    }

    CoinStatus coin() {
        return CoinStatus.NONE;
    }

    /**
     * Returns the time in ns of the last message from a leader that orders requests; valid only while {@link #isActive}
     * is true.
     */
    long leaderHeardNanos() {
        return core.now();
    }

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

    void farewell() {}

    void onSettled(int from, Settled settled) {}

    boolean isExcluded() {
        return false;
    }

    abstract void onVote(int from, Vote vote);

    abstract void onFrame(int from, Frame frame);

    abstract void onEndSession(int from, long session);

    void onPeerAck(int from, PeerAck ack) {
        core.dropped();
    }

    abstract void onTimer(int kind);

    abstract void onBatchEnd();

    void onDurable() {}

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

    void visitQueues(QueueVisitor to) {}
}

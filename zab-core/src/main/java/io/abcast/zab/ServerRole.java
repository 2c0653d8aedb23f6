package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.PeerAck;
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
        return core.policies.own();
    }

    /** Whether acks go to the leader alone and the leader announces commits. */
    boolean inZabMode() {
        return true;
    }

    CoinStatus coin() {
        return CoinStatus.NONE;
    }

    abstract void enter();

    void leave() {}

    abstract void onVote(int from, Vote vote);

    abstract void onFrame(int from, Frame frame);

    abstract void onEndSession(int from, long session);

    /** Only a follower of the same epoch can use it. */
    void onPeerAck(int from, PeerAck ack) {
        core.dropped();
    }

    abstract void onTimer(int kind);

    abstract void onBatchEnd();

    /** {@link History#durable} changed. */
    void onDurable() {}

    /** {@code entries} is empty if the log no longer holds the one after {@code afterZxid}. */
    void onLogRead(long afterZxid, List<Entry> entries) {}

    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

    void onInstalled(SnapshotId snapshot, boolean installed) {}

    void onReachable(Set<Integer> members) {}
}

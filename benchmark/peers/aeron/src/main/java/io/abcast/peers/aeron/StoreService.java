package io.abcast.peers.aeron;

import io.abcast.load.contest.ValueStore;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.IdleStrategy;

/**
 * Clustered service that stores values under keys. A write message has the client's request number (8 bytes), a key (4
 * bytes) and the value; its reply has the request number. A read has the bitwise complement of the key and no value;
 * Aeron orders reads like writes. The reply to a read has the request number, and the value if the key has one.
 */
final class StoreService implements ClusteredService {
    static final int NUMBER = 0;
    static final int KEY = NUMBER + Long.BYTES;
    static final int VALUE = KEY + Integer.BYTES;

    private static final int VALUE_READ = NUMBER + Long.BYTES;

    private final ValueStore store;
    private final ExpandableArrayBuffer answer = new ExpandableArrayBuffer();
    private Cluster cluster;
    private volatile Cluster.Role role = Cluster.Role.FOLLOWER;

    StoreService(ValueStore store) {
        this.store = store;
    }

    ValueStore store() {
        return store;
    }

    Cluster.Role role() {
        return role;
    }

    @Override
    public void onStart(Cluster started, Image snapshotImage) {
        cluster = started;
    }

    @Override
    public void onSessionMessage(
            ClientSession session,
            long timestamp,
            DirectBuffer buffer,
            int offset,
            int length,
            Header header) {
        int key = buffer.getInt(offset + KEY);
        if (key < 0) {
            byte[] found = store.get(~key);
            if (found != null) answer.putBytes(VALUE_READ, found);
            answer.putLong(NUMBER, buffer.getLong(offset + NUMBER));
            reply(session, answer, 0, VALUE_READ + (found == null ? 0 : found.length));
            return;
        }
        byte[] value = new byte[length - VALUE];
        buffer.getBytes(offset + VALUE, value);
        store.put(key, value);
        reply(session, buffer, offset + NUMBER, Long.BYTES);
    }

    /**
     * If this member is a follower, Aeron discards the reply; the leader retries until the client has room or has
     * disconnected.
     */
    private void reply(ClientSession session, DirectBuffer buffer, int offset, int length) {
        IdleStrategy idle = cluster.idleStrategy();
        idle.reset();
        while (session.offer(buffer, offset, length) < 0 && !session.isClosing()) idle.idle();
    }

    @Override
    public void onSessionOpen(ClientSession session, long timestamp) {}

    @Override
    public void onSessionClose(ClientSession session, long timestamp, CloseReason reason) {}

    @Override
    public void onTimerEvent(long correlationId, long timestamp) {}

    @Override
    public void onTakeSnapshot(ExclusivePublication snapshot) {
        throw new UnsupportedOperationException("snapshots are not used");
    }

    @Override
    public void onRoleChange(Cluster.Role newRole) {
        role = newRole;
    }

    @Override
    public void onTerminate(Cluster terminated) {}
}

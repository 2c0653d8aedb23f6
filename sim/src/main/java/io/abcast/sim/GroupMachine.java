package io.abcast.sim;

import io.abcast.driver.GroupApplication;
import io.abcast.kernel.GroupDelivery;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The state machine of one process of a group: the number of deliveries, and a digest of all of them in their order.
 * The result of a delivery is the digest after it. A snapshot contains both numbers and some padding, so that a
 * transfer needs several chunks. Equal states have equal snapshots.
 */
final class GroupMachine implements GroupApplication {
    private static final int HEADER_BYTES = 16;

    /** Number of deliveries from one digest to the next that the replicas compare. */
    private static final int DIGEST_EVERY = 16;

    /** Number of own digests that are kept for a comparison. */
    private static final int DIGESTS_MAX = 1_000;

    /** The own digests, by delivery. */
    private final TreeMap<Long, byte[]> digests = new TreeMap<>();

    private final Cluster cluster;
    private final SimulatedProcess life;
    private long seq;
    private long digest;

    /** Number of deliveries in the state that waits for a snapshot; -1 if no such state waits. */
    private long frozenSeq = -1;

    /** The highest delivery whose result is known. */
    private long answeredSeq;

    GroupMachine(Cluster cluster, SimulatedProcess life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Number of deliveries in the state. */
    long seq() {
        return seq;
    }

    /** Records that the node has frozen the present state for its next snapshot. */
    void frozen() {
        frozenSeq = seq;
    }

    /** Number of deliveries in the snapshot that the node takes now. */
    long takeSnapshotSeq() {
        long taken = frozenSeq < 0 ? seq : frozenSeq;
        frozenSeq = -1;
        return taken;
    }

    @Override
    public byte[] deliver(GroupDelivery delivery) {
        GroupSurroundings around = cluster.around();
        seq = delivery.seq();
        digest = mix(digest ^ delivery.timestamp().clock());
        digest = mix(digest ^ delivery.timestamp().session());
        digest = mix(digest ^ delivery.timestamp().number());
        digest = mix(digest ^ Arrays.hashCode(delivery.groups()));
        digest = mix(digest ^ Arrays.hashCode(delivery.payload()));
        byte[] result = ByteBuffer.allocate(Long.BYTES).putLong(digest).array();
        around.delivered(life.id(), delivery, result, digest);
        if (seq % DIGEST_EVERY == 0) {
            digests.put(seq, result);
            if (digests.size() > DIGESTS_MAX) digests.pollFirstEntry();
            life.seat().driver().onDigest(seq, result);
        }
        long nanos = around.resultNanos();
        if (nanos == 0) {
            answeredSeq = seq;
            return result;
        }
        cluster.at(cluster.now() + nanos, () -> life.post(on -> answer(delivery, result)));
        return null;
    }

    private void answer(GroupDelivery delivery, byte[] result) {
        if (delivery.seq() < answeredSeq) cluster.around().overtaken();
        answeredSeq = Math.max(answeredSeq, delivery.seq());
        life.seat().driver().onResult(delivery, result);
    }

    /** The digest that f+1 replicas share; this replica has executed the delivery unless it lags behind. */
    @Override
    public void onDigest(long place, byte[] agreed) {
        byte[] own = digests.get(place);
        if (own != null && !Arrays.equals(own, agreed))
            cluster.breach(life.rank(), "another digest after delivery " + place);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 32) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    @Override
    public Storage.SnapshotWriter freeze() {
        ByteBuffer content = ByteBuffer.allocate(HEADER_BYTES + cluster.snapshotPadding(seq));
        content.putLong(seq).putLong(digest);
        return out -> out.write(content.array());
    }

    @Override
    public void restore(InputStream content) throws IOException {
        seq = 0;
        digest = 0;
        frozenSeq = -1;
        answeredSeq = 0;
        digests.clear();
        if (content != null) {
            byte[] bytes = content.readAllBytes();
            if (bytes.length < HEADER_BYTES) {
                cluster.breach(life.rank(), "restored a state that no state machine has written");
                return;
            }
            ByteBuffer in = ByteBuffer.wrap(bytes);
            seq = in.getLong();
            digest = in.getLong();
        }
        cluster.around().restored(life.id(), seq);
    }
}

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
 * The simulated state machine of one process that is a replica of a group: the number of deliveries, and a digest of
 * all deliveries in their order. Equal states of two machines have equal snapshots.
 */
final class GroupMachine implements GroupApplication {
    private static final int HEADER_BYTES = 16;

    private static final int DIGEST_EVERY = 16;

    private static final int DIGESTS_MAX = 1_000;

    private final TreeMap<Long, byte[]> digests = new TreeMap<>();

    private final Cluster cluster;
    private final SimulatedProcess life;
    private long seq;
    private long digest;

    /** Number of deliveries in the frozen state that the next snapshot will contain; -1 if no state is frozen. */
    private long frozenSeq = -1;

    private long answeredSeq;

    GroupMachine(Cluster cluster, SimulatedProcess life) {
        this.cluster = cluster;
        this.life = life;
    }

    long seq() {
        return seq;
    }

    void frozen() {
        frozenSeq = seq;
    }

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

    /**
     * f+1 replicas agree on the digest {@code agreed}; a replica that lags behind may not have executed the delivery
     * {@code place}.
     */
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

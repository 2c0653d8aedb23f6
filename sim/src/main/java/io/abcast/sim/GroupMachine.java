package io.abcast.sim;

import io.abcast.driver.GroupApplication;
import io.abcast.kernel.GroupDelivery;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The state machine of one process of a group: the number of deliveries, and a digest of all of them in their order.
 * The result of a delivery is the digest after it. A snapshot contains both numbers and some padding, so that a
 * transfer needs several chunks. Equal states have equal snapshots.
 */
final class GroupMachine implements GroupApplication {
    private static final int HEADER_BYTES = 16;

    private final Cluster cluster;
    private final SimulatedProcess life;
    private long seq;
    private long digest;

    GroupMachine(Cluster cluster, SimulatedProcess life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Number of deliveries in the state. */
    long seq() {
        return seq;
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
        long nanos = around.resultNanos();
        if (nanos == 0) return result;
        cluster.at(
                cluster.now() + nanos,
                () -> life.post(on -> life.seat().driver().onResult(delivery, result)));
        return null;
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

package io.abcast.sim;

import io.abcast.driver.SnapshotCarrier;
import io.abcast.driver.SnapshotCasting;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Simulates the casts, transfers of a snapshot to several members at once, in which one server process takes part. */
final class Casts implements SnapshotCarrier {
    /** Minimum number of bytes that sending a snapshot to several members at once must save over separate transfers. */
    static final long BYTES_MIN = 1;

    private static final long NANOS_MAX = 100_000_000;

    private static final double LOST = 0.2;

    private static final double DAMAGED = 0.1;

    private static final double FAILED = 0.1;

    private final Cluster cluster;
    private final SimulatedProcess life;
    private final Storage storage;
    private final Rng random;
    private SnapshotCasting casting;
    private SnapshotId wanted;
    private SnapshotId arrived;
    private byte[] content;
    private boolean closed;

    Casts(Cluster cluster, SimulatedProcess life, Storage storage, Rng random) {
        this.cluster = cluster;
        this.life = life;
        this.storage = storage;
        this.random = random;
    }

    /** Must be called before the first use of this object. */
    void decidedBy(SnapshotCasting decisions) {
        casting = decisions;
    }

    @Override
    public boolean ready() {
        return !closed && !random.chance(FAILED);
    }

    @Override
    public Set<Integer> receivers() {
        Set<Integer> receivers = new TreeSet<>();
        for (int id : cluster.members().ids())
            if (id != life.id() && cluster.up(id) && !random.chance(FAILED)) receivers.add(id);
        return receivers;
    }

    @Override
    public boolean send(SnapshotId snapshot, Map<Integer, Long> lacked) {
        byte[] bytes;
        try (InputStream in = storage.openSnapshot(snapshot)) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            return false;
        }
        if (random.chance(FAILED)) return false;
        cluster.coverage().saw(CommonGoal.SNAPSHOTS_CAST, 1);
        long longest = 0;
        for (int id : lacked.keySet()) {
            SimulatedProcess receiver = cluster.replica(id).life();
            long nanos = random.between(0, NANOS_MAX);
            longest = Math.max(longest, nanos);
            if (receiver == null || random.chance(LOST)) continue;
            byte[] copy = bytes.clone();
            if (random.chance(DAMAGED)) Machine.damage(copy);
            cluster.at(cluster.now() + nanos, () -> receiver.cast(snapshot, copy));
        }
        cluster.at(cluster.now() + longest, () -> life.post(on -> casting.onSent()));
        return true;
    }

    void arrived(SnapshotId snapshot, byte[] bytes) {
        if (closed || !snapshot.equals(wanted)) return;
        arrived = snapshot;
        content = bytes;
        life.post(on -> casting.onReceived());
    }

    @Override
    public void want(SnapshotId snapshot) {
        wanted = snapshot;
    }

    @Override
    public boolean open(SnapshotId snapshot) {
        return snapshot.equals(arrived);
    }

    @Override
    public byte[] read(SnapshotId snapshot, long offset, int bytes) {
        if (!snapshot.equals(arrived)) {
            cluster.breach(life.rank(), "reads cast " + snapshot + ": opened is " + arrived);
            return null;
        }
        if (random.chance(FAILED)) return null;
        cluster.coverage().saw(CommonGoal.BYTES_TAKEN_FROM_CASTS, bytes);
        return Arrays.copyOfRange(content, (int) offset, (int) offset + bytes);
    }

    @Override
    public void forget(SnapshotId snapshot) {
        arrived = null;
        content = null;
    }

    @Override
    public void empty() {
        arrived = null;
        content = null;
    }

    @Override
    public void onTick() {}

    @Override
    public void close() {
        closed = true;
    }
}

package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Decides how a leader sends a snapshot that several followers fetch at the same time. The leader sends the snapshot by
 * a cast (Liu 2015): the receivers exchange parts of the snapshot, so that the leader sends each byte about once.
 * During the cast, the leader answers requests for chunks just often enough that no follower gives up the fetch. A
 * follower that has received the complete cast appends the cast's bytes to the bytes that it got in chunks. The node of
 * this follower then has no bytes left to request. The storage compares length and checksum before it installs the
 * snapshot. So a cast that fails or carries wrong bytes only costs time.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 */
public final class SnapshotCasting implements SnapshotWay {
    private static final int PIECE_BYTES = 1 << 20;

    /**
     * Maximum number of chunks that wait for a cast. At the bound the oldest chunk is read at once. More chunks than
     * followers may wait, because a follower whose session breaks requests its chunk again.
     */
    static final int HELD_MAX = 256;

    /**
     * Number of bytes after which the driver reports the progress of a fetch to the node. Each report restarts the
     * timeout of the node's present phase.
     */
    private static final long TOLD_EVERY_BYTES = 32L << 20;

    /** A chunk that a follower has requested, and for which the follower waits. */
    private record Held(SnapshotId snapshot, long offset, int bytesMax, long untilNanos) {}

    private final SnapshotCarrier carrier;
    private final Storage storage;
    private final long bytesMin;
    private final long holdNanos;
    private final Supplier<Map<Integer, Long>> lacking;

    // The following fields are used at a leader.
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private SnapshotId cast;
    private boolean sending;

    // The following fields are used at a follower.
    private SnapshotId wanted;
    private SnapshotId reading;
    private long untold;

    /**
     * @param bytesMin number of bytes that a cast must save on the leader's link. If a cast saves fewer bytes, the
     *     snapshot is sent in chunks.
     * @param holdNanos time for which a follower's chunk waits during a cast, in ns
     * @param lacking returns at a leader the number of bytes of the snapshot that each fetching follower lacks. The
     *     caller may change the map
     */
    public SnapshotCasting(
            SnapshotCarrier carrier,
            Storage storage,
            long bytesMin,
            long holdNanos,
            Supplier<Map<Integer, Long>> lacking) {
        this.carrier = carrier;
        this.storage = storage;
        this.bytesMin = bytesMin;
        this.holdNanos = holdNanos;
        this.lacking = lacking;
    }

    // ------------------------------------------------------------------ the leader's side

    @Override
    public boolean readsNow(SnapshotId snapshot, long offset, int bytesMax, long nowNanos) {
        // The first chunk is always sent at once, because it tells the follower which cast it must
        // accept.
        if (offset == 0 || !(snapshot.equals(cast) || begin(snapshot))) return true;
        if (!sending) return true;
        if (held.size() == HELD_MAX) readFirst();
        held.add(new Held(snapshot, offset, bytesMax, nowNanos + holdNanos));
        return false;
    }

    /** @return whether a cast of this snapshot has begun; false if it is sent in chunks for now */
    private boolean begin(SnapshotId snapshot) {
        if (sending || !carrier.ready()) return false;
        Map<Integer, Long> lacked = lacking.get();
        // Usually only one follower fetches a snapshot, and a cast to one follower saves nothing.
        if (!saves(snapshot.bytes(), lacked, bytesMin)) return false;
        // Followers that the carrier cannot reach always get chunks.
        lacked.keySet().retainAll(carrier.receivers());
        if (!saves(snapshot.bytes(), lacked, bytesMin) || !carrier.send(snapshot, lacked))
            return false;
        cast = snapshot;
        sending = true;
        return true;
    }

    /**
     * Whether a cast saves enough bytes on the leader's link. In a cast the leader sends one copy of the snapshot; in
     * chunks it sends the sum of the bytes that all followers lack. A follower that has almost all bytes, or that is
     * installing its snapshot, adds almost nothing to this sum. So such a follower is not made to wait for a cast to a
     * single other follower.
     */
    static boolean saves(long snapshotBytes, Map<Integer, Long> lacked, long bytesMin) {
        long saved = total(lacked) - snapshotBytes;
        return saved > 0 && saved >= bytesMin;
    }

    /** Total number of bytes that the receivers lack. */
    public static long total(Map<Integer, Long> lacked) {
        long total = 0;
        for (long bytes : lacked.values()) total += bytes;
        return total;
    }

    /**
     * Reports that the carrier has sent the snapshot to all receivers, or has failed. The chunks that wait for the cast
     * are then read.
     */
    public void onSent() {
        sending = false;
        while (!held.isEmpty()) readFirst();
    }

    private void readFirst() {
        Held first = held.remove();
        storage.readSnapshot(first.snapshot(), first.offset(), first.bytesMax());
    }

    // ------------------------------------------------------------------ a follower's side

    @Override
    public byte[] behind(SnapshotId snapshot, long offset) {
        wanted = snapshot;
        carrier.want(snapshot);
        if (offset >= snapshot.bytes() || !open(snapshot)) return null;
        if (untold >= TOLD_EVERY_BYTES) {
            untold = 0;
            return null;
        }
        byte[] piece =
                carrier.read(
                        snapshot, offset, (int) Math.min(PIECE_BYTES, snapshot.bytes() - offset));
        if (piece == null) forget();
        else untold += piece.length;
        return piece;
    }

    /** @return whether the cast of this snapshot has arrived */
    private boolean open(SnapshotId snapshot) {
        if (snapshot.equals(reading)) return true;
        forget();
        if (!carrier.open(snapshot)) return false;
        reading = snapshot;
        return true;
    }

    @Override
    public void onInstalled(SnapshotId snapshot) {
        wanted = null;
        carrier.want(null);
        forget();
        if (!sending) carrier.empty();
    }

    /**
     * Reports that a cast snapshot has arrived, or will not arrive. If the node has already fetched this snapshot in
     * chunks, the arrived copy is deleted.
     */
    public void onReceived() {
        if (wanted == null && !sending) carrier.empty();
    }

    private void forget() {
        if (reading != null) carrier.forget(reading);
        reading = null;
        untold = 0;
    }

    // ------------------------------------------------------------------ both sides

    @Override
    public void onTick(long nowNanos) {
        while (!held.isEmpty() && nowNanos - held.peek().untilNanos() >= 0) readFirst();
        carrier.onTick();
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        to.queue("chunks that wait for a cast", held.size(), HELD_MAX);
    }

    @Override
    public void close() {
        wanted = null;
        carrier.want(null);
        carrier.close();
    }
}

package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Decides whether a leader sends a snapshot by chunks or by a cast, when several followers fetch the snapshot at the
 * same time. The leader sends the snapshot by a cast, a transfer to several members at once (Liu 2015). During the
 * transfer, the leader answers chunk requests just often enough that no follower gives up. A follower appends the
 * missing bytes from a complete cast. The follower's storage compares the length and the checksum of the snapshot
 * before it installs the snapshot.
 *
 * <p><b>Thread rule:</b> Only the thread that runs the driver uses a {@code SnapshotCasting}.
 */
public final class SnapshotCasting implements SnapshotWay {
    private static final int PIECE_BYTES = 1 << 20;

    /**
     * If {@code HELD_MAX} chunk requests wait for the end of a cast, the leader reads the chunk of the oldest request
     * at once.
     */
    static final int HELD_MAX = 256;

    private static final long TOLD_EVERY_BYTES = 32L << 20;

    private record Held(SnapshotId snapshot, long offset, int bytesMax, long untilNanos) {}

    private final SnapshotCarrier carrier;
    private final Storage storage;
    private final long bytesMin;
    private final long holdNanos;
    private final Supplier<Map<Integer, Long>> lacking;

    // Only the node of a leader uses the fields held, cast and sending.
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private SnapshotId cast;
    private boolean sending;

    // Only the node of a follower uses the fields wanted, reading and untold.
    private SnapshotId wanted;
    private SnapshotId reading;
    private long untold;

    /**
     * @param bytesMin minimum number of bytes that a cast must save on the leader's network link; below this number the
     *     leader sends chunks
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

    @Override
    public boolean readsNow(SnapshotId snapshot, long offset, int bytesMax, long nowNanos) {
        // The leader always reads the first chunk at once, because this chunk names the cast that
        // the follower must
        // accept.
        if (offset == 0 || !(snapshot.equals(cast) || begin(snapshot))) return true;
        if (!sending) return true;
        if (held.size() == HELD_MAX) readFirst();
        held.add(new Held(snapshot, offset, bytesMax, nowNanos + holdNanos));
        return false;
    }

    private boolean begin(SnapshotId snapshot) {
        if (sending || !carrier.ready()) return false;
        Map<Integer, Long> lacked = lacking.get();
        // Usually only one follower fetches a snapshot, and a cast to a single follower saves no
        // bytes.
        if (!saves(snapshot.bytes(), lacked, bytesMin)) return false;
        // Followers that the carrier cannot reach get the snapshot in chunks.
        lacked.keySet().retainAll(carrier.receivers());
        if (!saves(snapshot.bytes(), lacked, bytesMin) || !carrier.send(snapshot, lacked))
            return false;
        cast = snapshot;
        sending = true;
        return true;
    }

    /**
     * In a cast the leader sends one copy of the snapshot; with chunks it sends the sum of the bytes that all followers
     * lack.
     */
    static boolean saves(long snapshotBytes, Map<Integer, Long> lacked, long bytesMin) {
        long saved = total(lacked) - snapshotBytes;
        return saved > 0 && saved >= bytesMin;
    }

    /** Returns the total number of snapshot bytes that all receivers lack. */
    public static long total(Map<Integer, Long> lacked) {
        long total = 0;
        for (long bytes : lacked.values()) total += bytes;
        return total;
    }

    /** Reports that the carrier has sent the snapshot to all receivers, or has failed to send it. */
    public void onSent() {
        sending = false;
        while (!held.isEmpty()) readFirst();
    }

    private void readFirst() {
        Held first = held.remove();
        storage.readSnapshot(first.snapshot(), first.offset(), first.bytesMax());
    }

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

    /** Reports that the snapshot of a cast has arrived at this follower, or will not arrive. */
    public void onReceived() {
        if (wanted == null && !sending) carrier.empty();
    }

    private void forget() {
        if (reading != null) carrier.forget(reading);
        reading = null;
        untold = 0;
    }

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

package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Decides whether a leader sends a snapshot by chunks or by a cast, when several followers fetch the snapshot at the
 * same time. The leader sends the snapshot by a cast, a transfer to several members at once (Liu 2015). The receivers
 * exchange parts of the snapshot, so that the leader sends each byte about once. During a cast (transfer to several
 * members at once), the leader answers chunk requests just often enough that no follower gives up the fetch. A follower
 * that has received a complete cast appends the missing bytes of the snapshot from the cast. After the follower has
 * appended the bytes of the cast, its node has no bytes left to request. The follower's storage compares the length and
 * the checksum of the snapshot before it installs the snapshot. A cast that fails or brings wrong bytes therefore only
 * costs time.
 *
 * <p><b>Thread rule:</b> Only the thread that runs the driver uses a {@code SnapshotCasting}.
 */
public final class SnapshotCasting implements SnapshotWay {
    private static final int PIECE_BYTES = 1 << 20;

    /**
     * Maximum number of followers' chunk requests that wait for the end of a cast. If {@code HELD_MAX} chunk requests
     * wait, the leader reads the chunk of the oldest request at once. More chunk requests than followers may wait,
     * because a follower whose session breaks requests its chunk again.
     */
    static final int HELD_MAX = 256;

    /**
     * Number of appended bytes of a cast after which the driver reports the progress of the fetch to the node. Each
     * progress report restarts the node's timeout for the fetch, so that a long fetch does not expire.
     */
    private static final long TOLD_EVERY_BYTES = 32L << 20;

    /** A chunk of a snapshot that a follower has requested and that the leader has not read yet. */
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
     * @param bytesMin minimum number of bytes that a cast must save on the leader's network link. If a cast saves fewer
     *     than {@code bytesMin} bytes, the leader sends the snapshot in chunks.
     * @param holdNanos time in ns for which the leader lets a follower's chunk request wait during a cast.
     * @param lacking returns, at a leader, the number of bytes of the snapshot that each fetching follower lacks, by
     *     server id. The caller may change the map of lacking bytes
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

    // ----------------------------------------------------- methods that run at the leader

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

    /**
     * @return whether the leader has begun a cast of this snapshot; if false, the leader sends the snapshot in chunks
     *     for now
     */
    private boolean begin(SnapshotId snapshot) {
        if (sending || !carrier.ready()) return false;
        Map<Integer, Long> lacked = lacking.get();
        // Usually only one follower fetches a snapshot, and a cast to a single follower saves no
        // bytes.
        if (!saves(snapshot.bytes(), lacked, bytesMin)) return false;
        // The leader always sends chunks to followers that the carrier cannot reach.
        lacked.keySet().retainAll(carrier.receivers());
        if (!saves(snapshot.bytes(), lacked, bytesMin) || !carrier.send(snapshot, lacked))
            return false;
        cast = snapshot;
        sending = true;
        return true;
    }

    /**
     * Whether a cast saves enough bytes on the leader's network link, compared with chunks. In a cast the leader sends
     * one copy of the snapshot. If the leader sends chunks, it sends the sum of the bytes that all followers lack. A
     * follower that has almost all bytes, or that is installing its snapshot, adds almost no bytes to the sum of
     * lacking bytes. The leader begins no cast for one follower if the remaining followers that fetch the snapshot lack
     * almost no bytes.
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

    /**
     * Reports that the carrier has sent the snapshot to all receivers, or has failed to send it. After the end of a
     * cast the leader reads the chunks whose requests wait for the cast.
     */
    public void onSent() {
        sending = false;
        while (!held.isEmpty()) readFirst();
    }

    private void readFirst() {
        Held first = held.remove();
        storage.readSnapshot(first.snapshot(), first.offset(), first.bytesMax());
    }

    // ----------------------------------------------------- methods that run at a follower

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

    /** @return whether this follower has received the complete snapshot by a cast, and has opened it for reading */
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
     * Reports that the snapshot of a cast has arrived at this follower, or will not arrive. If the node has already
     * fetched the snapshot in chunks, {@code onReceived} deletes the arrived copy.
     */
    public void onReceived() {
        if (wanted == null && !sending) carrier.empty();
    }

    private void forget() {
        if (reading != null) carrier.forget(reading);
        reading = null;
        untold = 0;
    }

    // ----------------------------- methods that run at the leader and at followers

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

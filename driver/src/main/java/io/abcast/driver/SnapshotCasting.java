package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The decisions about snapshots that several followers fetch at once. A cast (Liu 2015) carries such a snapshot, so that it leaves the
 * leader about once. Meanwhile the leader answers chunks just often enough that no follower takes the fetch for stuck. A follower that has the
 * whole cast writes it behind the bytes that it has from chunks, and its node finds nothing left to ask for. The storage compares length
 * and checksum before it installs. So a cast that fails or carries wrong bytes costs time only.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 */
public final class SnapshotCasting implements SnapshotWay {
    private static final int PIECE_BYTES = 1 << 20;

    /** Chunks that wait for a cast; beyond it the oldest is read at once. A follower whose session breaks asks again, so there may be more than followers. */
    static final int HELD_MAX = 256;

    /** After so many bytes the node learns how far it is, and its phase goes on. */
    private static final long TOLD_EVERY_BYTES = 32L << 20;

    /** A chunk that a follower waits for. */
    private record Held(SnapshotId snapshot, long offset, int bytesMax, long untilNanos) {}

    private final SnapshotCarrier carrier;
    private final Storage storage;
    private final long bytesMin;
    private final long holdNanos;
    private final Supplier<Map<Integer, Long>> lacking;

    // The leader's.
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private SnapshotId cast;
    private boolean sending;

    // A follower's.
    private SnapshotId wanted;
    private SnapshotId reading;
    private long untold;

    /**
     * @param bytesMin a snapshot whose cast saves fewer bytes on the leader's link goes in chunks
     * @param holdNanos how long a follower's chunk waits during a cast
     * @param lacking leader: the bytes of the snapshot that each fetching follower lacks; the map is the caller's to change
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
        // From its first chunk a follower knows which cast it wants.
        if (offset == 0 || !(snapshot.equals(cast) || begin(snapshot))) return true;
        if (!sending) return true;
        if (held.size() == HELD_MAX) readFirst();
        held.add(new Held(snapshot, offset, bytesMax, nowNanos + holdNanos));
        return false;
    }

    /** @return false if this snapshot goes in chunks, for now */
    private boolean begin(SnapshotId snapshot) {
        if (sending || !carrier.ready()) return false;
        Map<Integer, Long> lacked = lacking.get();
        // The usual case, at each chunk: one follower alone.
        if (!saves(snapshot.bytes(), lacked, bytesMin)) return false;
        // The others get chunks in any case.
        lacked.keySet().retainAll(carrier.receivers());
        if (!saves(snapshot.bytes(), lacked, bytesMin) || !carrier.send(snapshot, lacked))
            return false;
        cast = snapshot;
        sending = true;
        return true;
    }

    /**
     * Whether a cast spares the leader's link enough: it takes one copy, chunks take the sum of what all lack. A follower that is nearly through, or
     * installs its snapshot, counts for next to nothing, and need not wait for a cast to one other.
     */
    static boolean saves(long snapshotBytes, Map<Integer, Long> lacked, long bytesMin) {
        long saved = total(lacked) - snapshotBytes;
        return saved > 0 && saved >= bytesMin;
    }

    /** The sum of the bytes that the receivers lack. */
    public static long total(Map<Integer, Long> lacked) {
        long total = 0;
        for (long bytes : lacked.values()) total += bytes;
        return total;
    }

    /** The carrier has sent the snapshot to all, or has failed: the chunks that wait are read. */
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

    /** @return whether the cast of this snapshot is here */
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

    /** A snapshot has arrived, or will not arrive. One that came after the node had it from chunks goes. */
    public void onReceived() {
        if (wanted == null && !sending) carrier.empty();
    }

    private void forget() {
        if (reading != null) carrier.forget(reading);
        reading = null;
        untold = 0;
    }

    // ------------------------------------------------------------------ both

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

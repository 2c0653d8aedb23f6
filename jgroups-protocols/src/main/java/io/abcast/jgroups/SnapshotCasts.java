package io.abcast.jgroups;

import io.abcast.driver.SnapshotWay;
import io.abcast.jgroups.bulk.BulkTransfer;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A snapshot that several followers fetch at once leaves the leader about once: it is cast (Liu 2015) through the {@link COOPER} below.
 * Meanwhile the leader answers chunks just often enough that nobody takes the fetch for stuck; a follower that has the whole cast writes
 * it behind what it has from chunks, and its node finds nothing left to ask for. The storage compares length and checksum before it
 * installs, as it does for chunks; a cast that fails or brings something wrong costs time, nothing else.
 *
 * <p>Casts lie in a directory of their own, for as long as they are needed.
 */
final class SnapshotCasts implements SnapshotWay {
    private static final int PIECE_BYTES = 1 << 20;

    /** After so many bytes the node hears how far it is, and its phase goes on. */
    private static final long TOLD_EVERY_BYTES = 32L << 20;

    /** Whoever wants the snapshot is there; nobody else is waited for. */
    private static final Duration JOIN = Duration.ofSeconds(2);

    /** Asks the file system of a directory how many bytes may still be written. */
    interface Space {
        long usableBytes(Path directory) throws IOException;
    }

    /** A chunk that a follower waits for. */
    private record Held(SnapshotId snapshot, long offset, int bytesMax, long untilNanos) {}

    private final COOPER cooper;
    private final Storage storage;
    private final Inbox inbox;
    private final Path directory;
    private final boolean temporary;
    private final long bytesMin;
    private final long holdNanos;
    private final Supplier<Map<Integer, Long>> lacking;
    private final IntSupplier fetchingFrom;
    private final Space space;
    private final Consumer<String> notes;

    /** Casts that were begun here. */
    final LongAdder begun = new LongAdder();

    /** Casts that all who fetched have got. */
    final LongAdder done = new LongAdder();

    /** What those who fetched lacked when casts began here. */
    final LongAdder lackedBytes = new LongAdder();

    /** What this member has from casts. */
    final LongAdder takenBytes = new LongAdder();

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private BulkTransfer receiving;
    private SnapshotId cast;
    private boolean underWay;

    /** Copies the snapshot; the one that was started last. */
    private Thread copier;

    /** The copier is to stop. */
    private volatile boolean closing;

    /** What the node fetches. */
    private volatile SnapshotId wanted;

    private SnapshotId reading;
    private FileChannel file;
    private long untold;

    /**
     * @param data where this member keeps its data: casts lie in a directory of it, and what an earlier life left there goes; {@code null}: it
     *     keeps none, and they lie in a directory that goes in the end
     * @param bytesMin where a cast saves less of the leader's link, the snapshot goes in chunks
     * @param holdNanos how long a follower's chunk waits while a cast is under way
     * @param lacking leader: what the followers that fetch a snapshot lack of it, in bytes; any thread
     * @param fetchingFrom follower: the leader it fetches from, 0 for none; any thread
     * @param space of the directory; asked by a thread of its own
     */
    SnapshotCasts(
            COOPER cooper,
            Storage storage,
            Inbox inbox,
            Path data,
            long bytesMin,
            long holdNanos,
            Supplier<Map<Integer, Long>> lacking,
            IntSupplier fetchingFrom,
            Space space,
            Consumer<String> notes)
            throws IOException {
        this.cooper = cooper;
        this.storage = storage;
        this.inbox = inbox;
        temporary = data == null;
        directory =
                temporary
                        ? Files.createTempDirectory("abcast-casts-")
                        : Files.createDirectories(data.resolve("casts"));
        this.bytesMin = bytesMin;
        this.holdNanos = holdNanos;
        this.lacking = lacking;
        this.fetchingFrom = fetchingFrom;
        this.space = space;
        this.notes = notes;
        empty();
    }

    private Path place(SnapshotId snapshot) {
        return directory.resolve(
                String.format(
                        "snapshot-%016x-%d-%08x",
                        snapshot.zxid(), snapshot.bytes(), snapshot.crc()));
    }

    // ------------------------------------------------------------------ the leader's side

    @Override
    public boolean readsNow(SnapshotId snapshot, long offset, int bytesMax) {
        // From its first chunk a follower knows which cast it wants.
        if (offset == 0 || !(snapshot.equals(cast) || begin(snapshot))) return true;
        if (!underWay) return true;
        held.add(new Held(snapshot, offset, bytesMax, System.nanoTime() + holdNanos));
        return false;
    }

    /** @return false if this snapshot goes in chunks, for now */
    private boolean begin(SnapshotId snapshot) {
        BulkTransfer transfer = cooper.transfer();
        if (underWay || transfer == null) return false;
        Map<Integer, Long> lacked = lacking.get();
        // The usual case, at each chunk: one follower alone.
        if (!saves(snapshot.bytes(), lacked, bytesMin)) return false;
        // Whom COOPER does not name gets chunks in any case.
        lacked.keySet().retainAll(cooper.ids());
        if (!saves(snapshot.bytes(), lacked, bytesMin)) return false;
        InputStream content;
        try {
            content = storage.openSnapshot(snapshot);
        } catch (IOException e) {
            return false; // the chunk's read says what is wrong
        }
        cast = snapshot;
        underWay = true;
        begun.increment();
        lackedBytes.add(total(lacked));
        notes.accept(
                "casting snapshot " + snapshot + " to followers who lack bytes of it: " + lacked);
        copier = new Thread(() -> send(transfer, snapshot, content), "snapshot cast");
        copier.setDaemon(true);
        copier.start();
        return true;
    }

    /**
     * Whether a cast spares the leader's link enough: it takes one copy, chunks what all lack together. Who is nearly through, or installs
     * what it has, counts for next to nothing, and need not wait for a cast to one other.
     */
    static boolean saves(long snapshotBytes, Map<Integer, Long> lacked, long bytesMin) {
        long saved = total(lacked) - snapshotBytes;
        return saved > 0 && saved >= bytesMin;
    }

    private static long total(Map<Integer, Long> lacked) {
        long total = 0;
        for (long bytes : lacked.values()) total += bytes;
        return total;
    }

    private void send(BulkTransfer transfer, SnapshotId snapshot, InputStream content) {
        Path source = place(snapshot);
        try (content) {
            copy(content, snapshot, source);
        } catch (IOException e) {
            ended(transfer, snapshot, "cannot be copied: " + e.getMessage());
            return;
        }
        transfer.send(List.of(source), JOIN)
                .whenComplete(
                        (report, failed) -> {
                            if (failed != null) ended(transfer, snapshot, failed.getMessage());
                            else if (report.done().isEmpty())
                                ended(transfer, snapshot, report.failure());
                            else ended(transfer, snapshot, null);
                        });
    }

    /**
     * Copies a snapshot where there is room for the copy and for one more: the next snapshot of this member, which is about as large, must
     * find its place.
     */
    private void copy(InputStream content, SnapshotId snapshot, Path to) throws IOException {
        long usable = space.usableBytes(directory);
        if (usable / 2 < snapshot.bytes())
            throw new IOException(
                    "expected %d free bytes, twice its size, in %s, got %d"
                            .formatted(2 * snapshot.bytes(), directory, usable));
        try (OutputStream out =
                Files.newOutputStream(
                        to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            byte[] piece = new byte[(int) Math.min(PIECE_BYTES, snapshot.bytes() + 1)];
            for (int n; (n = content.readNBytes(piece, 0, piece.length)) > 0; ) {
                if (closing) throw new IOException("the member stops");
                out.write(piece, 0, n);
            }
        }
        if (closing) throw new IOException("the member stops");
    }

    /** @see Space */
    static long usableBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    /** @param failure null for none; any thread */
    private void ended(BulkTransfer transfer, SnapshotId snapshot, String failure) {
        boolean posted =
                inbox.post(
                        loop -> {
                            underWay = false;
                            transfer.forget();
                            delete(place(snapshot));
                            if (failure == null) done.increment();
                            notes.accept(
                                    failure == null
                                            ? "cast snapshot " + snapshot
                                            : "snapshot "
                                                    + snapshot
                                                    + " goes in chunks: "
                                                    + failure);
                            release(Long.MAX_VALUE);
                        });
        // The loop has ended, and close has removed the copy or will.
        if (!posted) transfer.forget();
    }

    private void release(long nowNanos) {
        for (Held first; (first = held.peek()) != null; ) {
            if (nowNanos != Long.MAX_VALUE && nowNanos - first.untilNanos() < 0) return;
            held.remove();
            storage.readSnapshot(first.snapshot(), first.offset(), first.bytesMax());
        }
    }

    // ------------------------------------------------------------------ a follower's side

    @Override
    public byte[] behind(SnapshotId snapshot, long offset) {
        wanted = snapshot;
        if (offset >= snapshot.bytes() || !open(snapshot)) return null;
        if (untold >= TOLD_EVERY_BYTES) {
            untold = 0;
            return null;
        }
        try {
            ByteBuffer piece =
                    ByteBuffer.allocate((int) Math.min(PIECE_BYTES, snapshot.bytes() - offset));
            while (piece.hasRemaining())
                if (file.read(piece, offset + piece.position()) < 0)
                    throw new IOException("it ends at " + (offset + piece.position()));
            untold += piece.position();
            takenBytes.add(piece.position());
            return piece.array();
        } catch (IOException e) {
            notes.accept("the cast of snapshot " + snapshot + " cannot be read: " + e);
            forget();
            return null;
        }
    }

    /** @return whether the cast of this snapshot is here */
    private boolean open(SnapshotId snapshot) {
        if (snapshot.equals(reading)) return true;
        forget();
        // It gets its name when it is whole and agrees with the leader's digest.
        Path place = place(snapshot);
        if (!Files.exists(place)) return false;
        try {
            file = FileChannel.open(place, StandardOpenOption.READ);
            reading = snapshot;
            return true;
        } catch (IOException e) {
            notes.accept("the cast of snapshot " + snapshot + " cannot be opened: " + e);
            return false;
        }
    }

    @Override
    public void onInstalled(SnapshotId snapshot) {
        wanted = null;
        forget();
        if (!underWay) empty();
    }

    private void forget() {
        if (reading == null) return;
        try {
            file.close();
        } catch (IOException e) {
            notes.accept("cannot close " + place(reading) + ": " + e);
        }
        delete(place(reading));
        reading = null;
        untold = 0;
    }

    // ------------------------------------------------------------------ both

    @Override
    public void onTick() {
        release(System.nanoTime());
        BulkTransfer transfer = cooper.transfer();
        if (transfer == null || transfer == receiving) return;
        receiving = transfer;
        transfer.receive(
                directory,
                this::wants,
                report -> {
                    if (!report.succeeded())
                        notes.accept("no snapshot came by a cast: " + report.failure());
                    inbox.post(loop -> onReceived());
                });
    }

    /** What came after the node had it from chunks is of no use to anybody. */
    private void onReceived() {
        if (wanted == null && !underWay) empty();
    }

    /** On the transfer's thread. */
    private boolean wants(int source, List<String> names) {
        SnapshotId fetched = wanted;
        return fetched != null
                && fetchingFrom.getAsInt() == source
                && names.equals(List.of(place(fetched).getFileName().toString()));
    }

    private void empty() {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
            for (Path path : left) delete(path);
        } catch (IOException e) {
            notes.accept("cannot empty " + directory + ": " + e);
        }
    }

    private void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            notes.accept("cannot delete " + path + ": " + e);
        }
    }

    /** Waits for a copy that is being written: at most one more piece of it. */
    @Override
    public void close() {
        closing = true;
        wanted = null;
        awaitCopier();
        forget();
        empty();
        if (temporary) delete(directory);
    }

    private void awaitCopier() {
        boolean interrupted = false;
        while (copier != null && copier.isAlive()) {
            try {
                copier.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}

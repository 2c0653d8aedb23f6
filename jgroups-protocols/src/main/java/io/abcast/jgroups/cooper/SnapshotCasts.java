package io.abcast.jgroups.cooper;

import io.abcast.bulk.BulkTransfer;
import io.abcast.driver.SnapshotCarrier;
import io.abcast.driver.SnapshotCasting;
import io.abcast.driver.SnapshotWay;
import io.abcast.jgroups.loop.Inbox;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Carries the snapshots of {@link SnapshotCasting} through the {@code COOPER} below. Snapshots that are sent or have arrived lie in a
 * directory of their own, for as long as they are needed.
 */
public final class SnapshotCasts implements SnapshotCarrier {
    private static final int PIECE_BYTES = 1 << 20;

    /** The followers that want the snapshot are there; no other one is waited for. */
    private static final Duration JOIN = Duration.ofSeconds(2);

    /** Asks the file system of a directory how many bytes may still be written. */
    public interface Space {
        long usableBytes(Path directory) throws IOException;
    }

    private final CastGroup cooper;
    private final Storage storage;
    private final Inbox inbox;
    private final Path directory;
    private final boolean temporary;
    private final IntSupplier fetchingFrom;
    private final Space space;
    private final Consumer<String> notes;
    private final SnapshotCasting casting;

    /** Casts that were begun here. */
    public final LongAdder begun = new LongAdder();

    /** Casts that all who fetched have got. */
    public final LongAdder done = new LongAdder();

    /** What those who fetched lacked when casts began here. */
    public final LongAdder lackedBytes = new LongAdder();

    /** What this member has from casts. */
    public final LongAdder takenBytes = new LongAdder();

    private BulkTransfer receiving;

    /** Copies the snapshot; the one that was started last. */
    private Thread copier;

    /** The copier is to stop. */
    private volatile boolean closing;

    /** What the node fetches. */
    private volatile SnapshotId wanted;

    /** The snapshot that was opened last; {@code null} if it is not needed any more. */
    private FileChannel file;

    /**
     * @param data where this member keeps its data: casts lie in a directory of it, and what an earlier life left there goes; {@code null}: it
     *     keeps none, and they lie in a directory that goes in the end
     * @param bytesMin where a cast saves less of the leader's link, the snapshot goes in chunks
     * @param holdNanos how long a follower's chunk waits while a cast is under way
     * @param lacking leader: what the followers that fetch a snapshot lack of it, in bytes; any thread
     * @param fetchingFrom follower: the leader it fetches from, 0 for none; any thread
     * @param space of the directory; asked by a thread of its own
     */
    public SnapshotCasts(
            CastGroup cooper,
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
        this.fetchingFrom = fetchingFrom;
        this.space = space;
        this.notes = notes;
        casting = new SnapshotCasting(this, storage, bytesMin, holdNanos, lacking);
        empty();
    }

    /** The decisions; for the driver. */
    public SnapshotWay way() {
        return casting;
    }

    private Path place(SnapshotId snapshot) {
        return directory.resolve(
                String.format(
                        "snapshot-%016x-%d-%08x",
                        snapshot.zxid(), snapshot.bytes(), snapshot.crc()));
    }

    // ------------------------------------------------------------------ the leader's side

    @Override
    public boolean ready() {
        return cooper.transfer() != null;
    }

    @Override
    public Set<Integer> receivers() {
        return cooper.ids();
    }

    @Override
    public boolean send(SnapshotId snapshot, Map<Integer, Long> lacked) {
        BulkTransfer transfer = cooper.transfer();
        if (transfer == null) return false;
        InputStream content;
        try {
            content = storage.openSnapshot(snapshot);
        } catch (IOException e) {
            return false; // the chunk's read says what is wrong
        }
        begun.increment();
        lackedBytes.add(SnapshotCasting.total(lacked));
        notes.accept(
                "casting snapshot " + snapshot + " to followers who lack bytes of it: " + lacked);
        copier = new Thread(() -> send(transfer, snapshot, content), "snapshot cast");
        copier.setDaemon(true);
        copier.start();
        return true;
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
    public static long usableBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    /** @param failure null for none; any thread */
    private void ended(BulkTransfer transfer, SnapshotId snapshot, String failure) {
        boolean posted =
                inbox.post(
                        driver -> {
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
                            casting.onSent();
                        });
        // The loop has ended, and close has removed the copy or will.
        if (!posted) transfer.forget();
    }

    // ------------------------------------------------------------------ a follower's side

    @Override
    public void want(SnapshotId snapshot) {
        wanted = snapshot;
    }

    @Override
    public boolean open(SnapshotId snapshot) {
        // It gets its name when it is whole and agrees with the leader's digest.
        Path place = place(snapshot);
        if (!Files.exists(place)) return false;
        try {
            file = FileChannel.open(place, StandardOpenOption.READ);
            return true;
        } catch (IOException e) {
            notes.accept("the cast of snapshot " + snapshot + " cannot be opened: " + e);
            return false;
        }
    }

    @Override
    public byte[] read(SnapshotId snapshot, long offset, int bytes) {
        try {
            ByteBuffer piece = ByteBuffer.allocate(bytes);
            while (piece.hasRemaining())
                if (file.read(piece, offset + piece.position()) < 0)
                    throw new IOException("it ends at " + (offset + piece.position()));
            takenBytes.add(bytes);
            return piece.array();
        } catch (IOException e) {
            notes.accept("the cast of snapshot " + snapshot + " cannot be read: " + e);
            return null;
        }
    }

    @Override
    public void forget(SnapshotId snapshot) {
        closeFile();
        delete(place(snapshot));
    }

    private void closeFile() {
        if (file == null) return;
        try {
            file.close();
        } catch (IOException e) {
            notes.accept("cannot close a file of " + directory + ": " + e);
        }
        file = null;
    }

    // ------------------------------------------------------------------ both

    @Override
    public void onTick() {
        BulkTransfer transfer = cooper.transfer();
        if (transfer == null || transfer == receiving) return;
        receiving = transfer;
        transfer.receive(
                directory,
                this::wants,
                report -> {
                    if (!report.succeeded())
                        notes.accept("no snapshot came by a cast: " + report.failure());
                    inbox.post(driver -> casting.onReceived());
                });
    }

    /** On the transfer's thread. */
    private boolean wants(int source, List<String> names) {
        SnapshotId fetched = wanted;
        return fetched != null
                && fetchingFrom.getAsInt() == source
                && names.equals(List.of(place(fetched).getFileName().toString()));
    }

    @Override
    public void empty() {
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
        awaitCopier();
        closeFile();
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

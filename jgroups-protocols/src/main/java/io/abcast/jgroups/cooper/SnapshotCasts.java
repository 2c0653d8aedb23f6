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
 * Transfers a snapshot to several followers at once, through the protocol {@code COOPER} below in the stack. {@link
 * SnapshotCasting} decides which snapshots are cast, that is, sent by {@code COOPER}. {@code SnapshotCasts} keeps sent
 * and received snapshots in a separate directory while the snapshots are needed.
 */
public final class SnapshotCasts implements SnapshotCarrier {
    private static final int PIECE_BYTES = 1 << 20;

    /** Short, because the followers that fetch the snapshot are already connected. */
    private static final Duration JOIN = Duration.ofSeconds(2);

    /** Returns the number of bytes that may still be written to the file system of a directory. */
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

    /** Number of casts (snapshot transfers to several members at once) that this member has started. */
    public final LongAdder begun = new LongAdder();

    /** Number of snapshots cast by this member that all fetching followers have received completely. */
    public final LongAdder done = new LongAdder();

    /**
     * Number of snapshot bytes that the fetching followers lacked at the starts of this member's casts, summed over all
     * casts.
     */
    public final LongAdder lackedBytes = new LongAdder();

    /** Number of snapshot bytes that this member has received from casts. */
    public final LongAdder takenBytes = new LongAdder();

    private BulkTransfer receiving;

    private Thread copier;

    private volatile boolean closing;

    private volatile SnapshotId wanted;

    private FileChannel file;

    /**
     * @param data data directory of the member, whose subdirectory for casts is emptied at the start; {@code null} in
     *     memory mode: a temporary directory holds the casts until {@link #close}
     * @param bytesMin minimum number of bytes that a cast must save on the leader's uplink; otherwise the leader sends
     *     the snapshot in chunks
     * @param holdNanos time in ns for which a follower's chunk request waits while a cast is in progress
     * @param lacking function that returns, at the leader, the number of snapshot bytes that each fetching follower
     *     lacks; called on any thread
     * @param fetchingFrom function that returns, at a follower, the server id of the leader from which the follower
     *     fetches a snapshot, or 0; called on any thread
     * @param space function that returns the free space of the file system of a directory, in bytes; called on a
     *     separate thread
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

    /** Returns the {@link SnapshotWay} by which the driver decides when to cast a snapshot. */
    public SnapshotWay way() {
        return casting;
    }

    private Path place(SnapshotId snapshot) {
        return directory.resolve(
                String.format(
                        "snapshot-%016x-%d-%08x",
                        snapshot.zxid(), snapshot.bytes(), snapshot.crc()));
    }

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
            // The later read of the snapshot's first chunk reports the same I/O error.
            return false;
        }
        begun.increment();
        lackedBytes.add(SnapshotCasting.total(lacked));
        notes.accept(
                "casting snapshot "
                        + snapshot
                        + " to the followers that lack bytes of it: "
                        + lacked);
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

    /** Fails without space for two copies: the next snapshot of this member is about as large, and must fit as well. */
    private void copy(InputStream content, SnapshotId snapshot, Path to) throws IOException {
        long usable = space.usableBytes(directory);
        if (usable / 2 < snapshot.bytes())
            throw new IOException(
                    "expected %d free bytes in %s, twice the size of the snapshot, got %d"
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

    /**
     * Any thread may call {@code ended}.
     *
     * @param failure {@code null} if the cast succeeded
     */
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
                                                    + " is sent in chunks: "
                                                    + failure);
                            casting.onSent();
                        });
        // If the event loop has ended, its end cannot be posted to the loop, and close() removes
        // the copy of the snapshot.
        if (!posted) transfer.forget();
    }

    @Override
    public void want(SnapshotId snapshot) {
        wanted = snapshot;
    }

    @Override
    public boolean open(SnapshotId snapshot) {
        // A received snapshot file gets its final name only when it is complete and matches the
        // leader's digest.
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
                    throw new IOException("the file ends at byte " + (offset + piece.position()));
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
                        notes.accept("no snapshot was received by a cast: " + report.failure());
                    inbox.post(driver -> casting.onReceived());
                });
    }

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

    /**
     * Stops all casts (transfers to several members) of snapshots. If a thread is copying a snapshot, the thread ends
     * after it has written at most one more piece of the copy.
     */
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

package io.abcast.bulk;

import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Transfers files from one member to all others. The source sends each file about once, because receivers exchange
 * blocks of the file among themselves, by Cooper's gossip (Liu 2015). A member is open from {@link #open} to {@link
 * #close}, and takes part in one transfer at a time.
 *
 * <p>Thread-safe. Reports are delivered on the loop's thread, and their consumers must not block.
 */
public final class BulkTransfer implements AutoCloseable {
    /**
     * Maximum duration of {@link #close} in ns. Closing the connections may take {@link #CONNECTIONS_NANOS} of this
     * time.
     */
    private static final long CLOSE_NANOS = 5_000_000_000L;

    private static final long CONNECTIONS_NANOS = 3_000_000_000L;

    private final BulkSettings settings;
    private final SelectorLoop loop;
    private final BlockLinks links;
    private final Workers workers;
    private final ExecutorService disk;
    private final BulkNode node;
    private final Stores stores;

    /** The future of the last transfer from this member; a completed future before the first transfer. */
    private final AtomicReference<CompletableFuture<BulkReport>> sending =
            new AtomicReference<>(CompletableFuture.completedFuture(null));

    /** Futures of {@link #receive(Path)} that are not complete. */
    private final Set<CompletableFuture<BulkReport>> receiving = ConcurrentHashMap.newKeySet();

    /** The destination for the next transfer of another member; null while this member accepts no transfer. */
    private final AtomicReference<Reception> reception = new AtomicReference<>();

    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * A destination for transfers of other members.
     *
     * @param future future of the single transfer that is accepted; null if all are accepted
     */
    private record Reception(
            Path directory,
            Choice choice,
            Consumer<BulkReport> reports,
            CompletableFuture<BulkReport> future) {}

    /** @param courier carries small messages; null to send small messages over the connections for blocks */
    private BulkTransfer(BulkSettings given, Courier courier, Stores stores) throws IOException {
        // Special characters in log lines are escaped, because the lines contain names and reasons
        // from other members.
        Consumer<String> notes = given.notes();
        this.settings = given.withNotes(line -> notes.accept(Names.shown(line)));
        this.stores = stores;
        this.loop = new SelectorLoop("bulk member " + settings.id(), new Defects(notes));
        // One limit applies to all lines that the port and the node log about other members and
        // unauthenticated peers.
        LineLimit lines = new LineLimit(settings.notes(), System::nanoTime);
        this.links = links(settings, courier, loop, lines);
        this.workers = new Workers(settings.workers(), "bulk coding " + settings.id());
        this.disk =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread thread = new Thread(task, "bulk disk " + settings.id());
                            thread.setDaemon(true);
                            return thread;
                        });
        this.node = new BulkNode(settings, loop, links, workers, disk, lines, new Receiving());
    }

    private static BlockLinks links(
            BulkSettings settings, Courier courier, SelectorLoop loop, LineLimit lines) {
        int self = settings.id();
        if (courier != null && courier.carriesBlocks())
            return new MessageLinks(
                    self, settings.rateBitsPerSecond(), courier, loop, settings.notes());
        TcpLinks blocks =
                new TcpLinks(
                        self,
                        settings.members(),
                        ThreadLocalRandom.current().nextLong(),
                        settings.rateBitsPerSecond(),
                        settings.silent().toNanos(),
                        loop,
                        lines);
        return courier == null ? blocks : new CourierLinks(self, blocks, courier, loop);
    }

    /** Creates the store of the files of a transfer. */
    interface Stores {
        BulkStore of(Catalog catalog, Path directory);
    }

    private final class Receiving implements BulkNode.Receptions {
        @Override
        public BulkNode.Accepted accept(Catalog catalog) {
            Reception to = reception.get();
            if (to == null) return null;
            // A destination for a single transfer is used up when a transfer is accepted.
            if (to.future != null && !reception.compareAndSet(to, null)) return null;
            return new BulkNode.Accepted(
                    stores.of(catalog, to.directory), to.directory, to.reports);
        }

        @Override
        public boolean wants(Catalog catalog) {
            Reception to = reception.get();
            if (to == null) return true;
            return to.choice.wants(
                    catalog.source(), catalog.files().stream().map(Catalog.Entry::name).toList());
        }
    }

    /**
     * Connects this member with the other members.
     *
     * @throws IOException if the member cannot listen on its address
     */
    public static BulkTransfer open(BulkSettings settings) throws IOException {
        return open(settings, null, () -> new OpenFiles(true));
    }

    /**
     * Opens a member as {@link #open(BulkSettings)} does, with a courier for small messages. If the settings give a
     * member the port 0, the courier supplies the address of this member.
     */
    public static BulkTransfer open(BulkSettings settings, Courier courier) throws IOException {
        return open(settings, courier, () -> new OpenFiles(true));
    }

    /** @param disks creates the access to files for each received transfer */
    static BulkTransfer open(BulkSettings settings, Courier courier, Supplier<OpenFiles> disks)
            throws IOException {
        return open(
                settings,
                courier,
                (catalog, to) -> new ReceivedFiles(catalog, to, settings.fsync(), disks.get()));
    }

    static BulkTransfer open(BulkSettings settings, Courier courier, Stores stores)
            throws IOException {
        BulkTransfer transfer = new BulkTransfer(settings, courier, stores);
        try {
            transfer.links.start(transfer.node);
        } catch (IOException e) {
            transfer.workers.close(CLOSE_NANOS);
            transfer.disk.shutdown();
            transfer.loop.start();
            transfer.loop.close(CLOSE_NANOS);
            throw e;
        }
        transfer.loop.start();
        return transfer;
    }

    /**
     * From now on, receives all transfers of other members, and writes their files into a directory.
     *
     * @param reports receives the report of each transfer, when this member and all other present members have all
     *     files, or when this member has failed
     */
    public void receive(Path to, Consumer<BulkReport> reports) {
        receive(to, (source, names) -> true, reports);
    }

    /** Chooses the transfers of other members that this member receives. */
    public interface Choice {
        /**
         * Whether to take part in a transfer. Called on the loop's thread, repeatedly while the answer is false, until
         * the transfer is over.
         *
         * @param source member that sends the files
         * @param names names of the files
         */
        boolean wants(int source, List<String> names);
    }

    /** Receives files as {@link #receive(Path, Consumer)} does, but only from transfers that {@code choice} wants. */
    public void receive(Path to, Choice choice, Consumer<BulkReport> reports) {
        set(new Reception(to, choice, reports, null));
    }

    /**
     * Receives the files of the next transfer only, see {@link #receive(Path, Consumer)}. Later transfers do not write
     * into the directory.
     *
     * @return future that completes at the end of the transfer. The future fails if this member is closed before the
     *     end of the transfer, or if another {@code receive} is called before a transfer begins
     */
    @SuppressWarnings("CollectionUndefinedEquality") // identity is meant
    public CompletableFuture<BulkReport> receive(Path to) {
        CompletableFuture<BulkReport> end = new CompletableFuture<>();
        receiving.add(end);
        end.whenComplete((report, failure) -> receiving.remove(end));
        set(new Reception(to, (source, names) -> true, end::complete, end));
        if (closed.get()) end.completeExceptionally(closedError());
        return end;
    }

    private void set(Reception next) {
        Reception before = reception.getAndSet(next);
        if (before != null && before.future != null)
            before.future.completeExceptionally(
                    new IllegalStateException("receive was called again before a transfer began"));
    }

    private static IOException closedError() {
        return new IOException("closed before the end of the transfer");
    }

    /** Sends a file to all other members. */
    public CompletableFuture<BulkReport> send(Path file) {
        return send(List.of(file));
    }

    /**
     * Sends files to all other members, which receive them under their names, without directories.
     *
     * @return future that completes when each of the other members has the files, has failed or is gone. The future
     *     fails if a file cannot be read
     */
    public CompletableFuture<BulkReport> send(List<Path> files) {
        return send(files, settings.join());
    }

    /**
     * Sends files as {@link #send(List)} does, but waits for members for {@code join} instead of {@link
     * BulkSettings#join}.
     */
    public CompletableFuture<BulkReport> send(List<Path> files, Duration join) {
        try {
            Catalog catalog = catalog(files);
            return send(catalog, new SourceFiles(catalog, List.copyOf(files)), join);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new IOException(Reasons.of(e), e));
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    CompletableFuture<BulkReport> send(Catalog catalog, BulkStore store, Duration join) {
        CompletableFuture<BulkReport> end = new CompletableFuture<>();
        CompletableFuture<BulkReport> before = sending.get();
        if (!before.isDone() || !sending.compareAndSet(before, end))
            return CompletableFuture.failedFuture(
                    new IllegalStateException("another transfer is in progress"));
        // If close() runs concurrently, either it finds the registered future, or the following
        // check finds the member closed.
        boolean taken =
                !closed.get() && loop.execute(() -> node.send(catalog, store, join, end::complete));
        if (!taken) end.completeExceptionally(closedError());
        return end;
    }

    /**
     * Sends some megabytes of zeros within this JVM, over loopback, so that all code of a transfer is compiled before
     * the first real transfer begins. A real transfer ends this rehearsal. The rehearsal takes one or two seconds of
     * processor time, and does not report failures.
     */
    public void rehearse() {
        Rehearsal.begin(() -> closed.get() || node.busy());
    }

    /**
     * Computes some digests in a separate thread, so that the code is compiled before the first batch of this JVM. A
     * source can call this method if it does other work before it sends. The computation takes a tenth of a second of
     * processor time.
     */
    public static void warmUp() {
        Thread thread = new Thread(SourceFiles::warmUp, "bulk warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Releases the memory and files of the last transfer if it has ended. Members that join later do not get this
     * transfer, and its files may be deleted.
     */
    public void forget() {
        loop.execute(node::forget);
    }

    private Catalog catalog(List<Path> files) throws IOException {
        List<Catalog.Entry> entries = SourceFiles.entries(files);
        long bytes = 0;
        for (Catalog.Entry entry : entries) bytes += entry.size();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new Catalog(
                random.nextInt(1, Integer.MAX_VALUE),
                settings.id(),
                random.nextLong(),
                GossipChoices.blocks(settings),
                GossipChoices.blockBytes(settings, bytes),
                entries);
    }

    /** Number of bytes passed to the network since this member was opened, without bytes that a courier carries. */
    public long sentBytes() {
        return links.sentBytes();
    }

    /** Number of bytes received from the network since this member was opened. */
    long receivedBytes() {
        return links.receivedBytes();
    }

    /** Figures of the port on which this member receives blocks; zeros if the courier carries blocks. */
    public PortFigures portFigures() {
        return links.portFigures();
    }

    /**
     * Number of messages and pieces of blocks from a courier that were dropped because too many of them waited for the
     * loop.
     */
    public long droppedFrames() {
        return loop.dropped();
    }

    /** Progress of the transfer that this member takes part in. */
    public BulkProgress progress() {
        return node.progress();
    }

    /**
     * Closes this member. Ends the transfer in progress after queued messages have been passed to the network.
     * Incomplete futures fail. The call takes at most 5 s; a second call returns at once.
     */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) return;
        sending.get().completeExceptionally(closedError());
        for (CompletableFuture<BulkReport> end : receiving)
            end.completeExceptionally(closedError());
        CountDownLatch left = new CountDownLatch(1);
        loop.execute(
                () -> {
                    node.close();
                    links.close(left::countDown);
                });
        if (loop.isCurrent()) {
            // The loop must run until the queued messages have been sent.
            Thread thread = new Thread(() -> end(left), "bulk close " + settings.id());
            thread.setDaemon(true);
            thread.start();
        } else {
            end(left);
        }
    }

    private void end(CountDownLatch left) {
        long deadline = System.nanoTime() + CLOSE_NANOS;
        try {
            if (!left.await(CONNECTIONS_NANOS, TimeUnit.NANOSECONDS))
                settings.notes().accept("connections did not close in time");
            disk.shutdown();
            workers.close(deadline - System.nanoTime());
            loop.close(deadline - System.nanoTime());
            disk.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            settings.notes().accept("cannot close: " + Reasons.of(e));
        }
    }
}

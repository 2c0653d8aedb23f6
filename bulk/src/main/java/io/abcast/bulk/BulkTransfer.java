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
 * Transfers files from one member to all other members. The source sends each byte of a file about once, because
 * receivers exchange blocks among themselves, by Cooper's gossip (Liu 2015). A member is open from {@link #open} to
 * {@link #close}, and takes part in one transfer at a time.
 *
 * <p>The class is thread-safe. Consumers of reports are called on the event loop's thread and must not block.
 */
public final class BulkTransfer implements AutoCloseable {
    /**
     * Maximum duration of {@link #close} in ns (5 s), of which closing the connections may take {@link
     * #CONNECTIONS_NANOS}.
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

    private final AtomicReference<CompletableFuture<BulkReport>> sending =
            new AtomicReference<>(CompletableFuture.completedFuture(null));

    private final Set<CompletableFuture<BulkReport>> receiving = ConcurrentHashMap.newKeySet();

    private final AtomicReference<Reception> reception = new AtomicReference<>();

    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * @param future future of the only transfer that the destination accepts; null if the destination accepts all
     *     transfers
     */
    private record Reception(
            Path directory,
            Choice choice,
            Consumer<BulkReport> reports,
            CompletableFuture<BulkReport> future) {}

    private BulkTransfer(BulkSettings given, Courier courier, Stores stores) throws IOException {
        // Log lines contain names and reasons from other members, so special characters must be
        // escaped.
        Consumer<String> notes = given.notes();
        this.settings = given.withNotes(line -> notes.accept(Names.shown(line)));
        this.stores = stores;
        this.loop = new SelectorLoop("bulk member " + settings.id(), new Defects(notes));
        // A common limit for the rate of all log lines that other members or unauthenticated peers
        // can cause.
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

    interface Stores {
        BulkStore of(Catalog catalog, Path directory);
    }

    private final class Receiving implements BulkNode.Receptions {
        @Override
        public BulkNode.Accepted accept(Catalog catalog) {
            Reception to = reception.get();
            if (to == null) return null;
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
     * Opens this member and connects it with the other members.
     *
     * @throws IOException if the member cannot listen on its address
     */
    public static BulkTransfer open(BulkSettings settings) throws IOException {
        return open(settings, null, () -> new OpenFiles(true));
    }

    /**
     * Opens a member whose small messages a courier carries, for example JGroups. If the settings give a member the
     * port 0, the courier supplies that member's address.
     */
    public static BulkTransfer open(BulkSettings settings, Courier courier) throws IOException {
        return open(settings, courier, () -> new OpenFiles(true));
    }

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
     * Receives all later transfers of other members, and writes the files of these transfers into a directory.
     *
     * @param reports receives the report of each transfer when this member has failed in it, or when all present
     *     members have all files
     */
    public void receive(Path to, Consumer<BulkReport> reports) {
        receive(to, (source, names) -> true, reports);
    }

    /** Chooses the transfers of other members that this member receives. */
    public interface Choice {
        /**
         * Whether this member takes part in an offered transfer. While {@code wants} returns false, the event loop's
         * thread calls it again, until the offered transfer is over.
         *
         * @param source id of the member that sends the files
         * @param names names of the files
         */
        boolean wants(int source, List<String> names);
    }

    /** Receives files like {@link #receive(Path, Consumer)}, but only from transfers that {@code choice} wants. */
    public void receive(Path to, Choice choice, Consumer<BulkReport> reports) {
        set(new Reception(to, choice, reports, null));
    }

    /**
     * Receives the files of only the next transfer of another member into the directory {@code to}.
     *
     * @return future that completes at the end of the transfer; fails if this member is closed before, or {@code
     *     receive} is called again before a transfer begins
     */
    @SuppressWarnings("CollectionUndefinedEquality") // compares futures by identity on purpose
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
     * Sends files to all other members. A receiver gets each file under its plain name, without directories.
     *
     * @return future that completes when each other member has the files, has failed or is gone. The future fails if
     *     this member cannot read a file
     */
    public CompletableFuture<BulkReport> send(List<Path> files) {
        return send(files, settings.join());
    }

    /**
     * Sends files like {@link #send(List)}, but waits for absent members for {@code join} instead of {@link
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
        // Register the future before the check for a concurrent close(): either close() finds the
        // future, or the check finds that the member is closed.
        boolean taken =
                !closed.get() && loop.execute(() -> node.send(catalog, store, join, end::complete));
        if (!taken) end.completeExceptionally(closedError());
        return end;
    }

    /**
     * Starts a transfer of some megabytes of zeros within this JVM, so that the JVM compiles the code before the first
     * real transfer.
     */
    public void rehearse() {
        Rehearsal.begin(() -> closed.get() || node.busy());
    }

    /** Computes some digests in a separate thread, so that the JVM compiles the digest code before the first batch. */
    public static void warmUp() {
        Thread thread = new Thread(SourceFiles::warmUp, "bulk warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Releases the memory and the open files of the last transfer if the transfer has ended. Members that join later do
     * not get the files of the ended transfer from this member, and the caller may delete the files.
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

    /**
     * Number of bytes that this member has passed to the network since it was opened, without the bytes that a courier
     * carries.
     */
    public long sentBytes() {
        return links.sentBytes();
    }

    long receivedBytes() {
        return links.receivedBytes();
    }

    /** Figures of the port on which this member receives blocks; all figures are 0 if the courier carries blocks. */
    public PortFigures portFigures() {
        return links.portFigures();
    }

    /**
     * Number of messages and block pieces from a courier that this member dropped because too many messages and pieces
     * waited for the event loop.
     */
    public long droppedFrames() {
        return loop.dropped();
    }

    /** Returns the progress of the transfer that this member takes part in. */
    public BulkProgress progress() {
        return node.progress();
    }

    /**
     * Closes this member: sends the queued messages, ends the transfer in progress, and fails all incomplete futures.
     * Takes at most 5 s; a second call returns at once.
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
            // The event loop must run until the links have sent the queued messages.
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

package io.abcast.jgroups.bulk;

import io.abcast.jgroups.port.PortFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Files from one member to all others, each sent by the source about once: receivers pass on to one another what they have, as blocks of
 * Cooper (Liu 2015). A member is open from {@link #open} to {@link #close}; one transfer at a time.
 *
 * <p>Thread-safe. Reports come on the loop's thread and must not block.
 */
public final class BulkTransfer implements AutoCloseable {
    private static final int CLOSE_SECONDS = 5;

    private final BulkSettings settings;
    private final Loop loop;
    private final Links links;
    private final Workers workers;
    private final ExecutorService disk;
    private final BulkNode node;
    private final Stores stores;
    private volatile CompletableFuture<BulkReport> sending;
    private volatile CompletableFuture<BulkReport> receiving;
    private volatile Consumer<BulkReport> receiver = report -> {};
    private volatile Path directory;
    private volatile Choice choice = (source, names) -> true;
    private volatile boolean closed;

    /** @param courier of small messages, null for none: they go with the blocks */
    private BulkTransfer(BulkSettings settings, Courier courier, Stores stores) throws IOException {
        this.settings = settings;
        this.stores = stores;
        this.loop = new Loop("bulk member " + settings.id(), new Defects(settings.notes()));
        this.links = links(settings, courier, loop);
        this.workers = new Workers(settings.workers(), "bulk coding " + settings.id());
        this.disk =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread thread = new Thread(task, "bulk disk " + settings.id());
                            thread.setDaemon(true);
                            return thread;
                        });
        this.node =
                new BulkNode(settings, loop, links, workers, disk, new Receiving(), this::onReport);
    }

    private static Links links(BulkSettings settings, Courier courier, Loop loop) {
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
                        settings.notes());
        return courier == null ? blocks : new CourierLinks(self, blocks, courier, loop);
    }

    /** Makes what takes the files of a transfer. */
    interface Stores {
        BulkStore of(Catalog catalog, Path directory);
    }

    private final class Receiving implements BulkNode.StoreFactory {
        @Override
        public BulkStore receive(Catalog catalog) {
            Path to = directory;
            return to == null ? null : stores.of(catalog, to);
        }

        @Override
        public boolean wants(Catalog catalog) {
            return choice.wants(
                    catalog.source(), catalog.files().stream().map(Catalog.Entry::name).toList());
        }

        @Override
        public Path directory() {
            return directory;
        }
    }

    /**
     * Connects this member with the others.
     *
     * @throws IOException when its address cannot be listened on
     */
    public static BulkTransfer open(BulkSettings settings) throws IOException {
        return open(settings, null, () -> new Disk(true));
    }

    /**
     * As {@link #open(BulkSettings)}, with another way for small messages. Addresses of others with port 0 are those that the courier
     * brings.
     */
    public static BulkTransfer open(BulkSettings settings, Courier courier) throws IOException {
        return open(settings, courier, () -> new Disk(true));
    }

    /** @param disks what receives files, one for each transfer */
    static BulkTransfer open(BulkSettings settings, Courier courier, Supplier<Disk> disks)
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
            transfer.workers.close();
            transfer.disk.shutdown();
            transfer.loop.start();
            transfer.loop.close();
            throw e;
        }
        transfer.loop.start();
        return transfer;
    }

    /**
     * Files that other members send go there, from now on.
     *
     * @param reports takes the end of each transfer: when this member has everything and so have all others that are there, or when it
     *     has failed
     */
    public void receive(Path to, Consumer<BulkReport> reports) {
        receiver = reports;
        directory = to;
    }

    /** Chooses among the transfers that others begin. */
    public interface Choice {
        /**
         * Asked again while it says no, until the transfer is over. Called on the loop's thread.
         *
         * @param source the member that sends
         * @param names of the files
         */
        boolean wants(int source, List<String> names);
    }

    /** As {@link #receive(Path, Consumer)}, but takes part only in transfers that {@code choice} wants. */
    public void receive(Path to, Choice choice, Consumer<BulkReport> reports) {
        this.choice = choice;
        receive(to, reports);
    }

    /** As {@link #receive(Path, Consumer)}, for the next transfer only. */
    public CompletableFuture<BulkReport> receive(Path to) {
        CompletableFuture<BulkReport> next = new CompletableFuture<>();
        receiving = next;
        receive(to, next::complete);
        return next;
    }

    /** Sends a file to all other members. */
    public CompletableFuture<BulkReport> send(Path file) {
        return send(List.of(file));
    }

    /**
     * Sends files to all other members. They arrive under their names, without directories.
     *
     * @return the end: all others have them, or have failed, or are gone; exceptionally when a file cannot be read
     */
    public CompletableFuture<BulkReport> send(List<Path> files) {
        return send(files, settings.join());
    }

    /** As {@link #send(List)}, with another time for members to come than {@link BulkSettings#join}. */
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
        loop.execute(
                () -> {
                    if (sending != null && !sending.isDone()) {
                        end.completeExceptionally(
                                new IllegalStateException("another transfer is under way"));
                        return;
                    }
                    sending = end;
                    node.send(catalog, store, join);
                });
        return end;
    }

    /**
     * Sends some megabytes of zeros within this JVM, over loopback, so that all that a transfer needs is compiled when the first one begins;
     * that one ends it. Takes a second or two of a processor, and fails quietly.
     */
    public void rehearse() {
        Rehearsal.begin(() -> closed || node.busy());
    }

    /**
     * Begins what the first batch of this JVM would else wait for, in a thread of its own: digests are made, and so compiled. For a source
     * that has other things to do before it sends; a tenth of a second of a processor.
     */
    public static void warmUp() {
        Thread thread = new Thread(SourceFiles::warmUp, "bulk warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    /** Lets go of a transfer that has ended: who comes only now does not get it, and its files may go. */
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

    private void onReport(BulkReport report) {
        if (report.source() == settings.id()) sending.complete(report);
        else receiver.accept(report);
    }

    /** Handed to the network since this member was opened, in bytes; what a courier carries is not counted. */
    public long sentBytes() {
        return links.sentBytes();
    }

    /** What became of the connections to the port of this member that takes blocks; zeros where the courier brings blocks. */
    public PortFigures portFigures() {
        return links.portFigures();
    }

    /** Messages and pieces of blocks that a courier has brought and that were dropped, since too many waited. */
    public long droppedFrames() {
        return loop.dropped();
    }

    /** How far the transfer is that this member takes part in. */
    public BulkProgress progress() {
        return node.progress();
    }

    /** Ends what is under way, after what was said has been handed to the network; at most a few seconds. Futures that wait fail. */
    @Override
    public void close() throws IOException {
        closed = true;
        IOException tooEarly = new IOException("closed before the end of the transfer");
        if (sending != null) sending.completeExceptionally(tooEarly);
        if (receiving != null) receiving.completeExceptionally(tooEarly);
        CountDownLatch left = new CountDownLatch(1);
        loop.execute(
                () -> {
                    node.close();
                    links.close(left::countDown);
                });
        try {
            if (!left.await(CLOSE_SECONDS, TimeUnit.SECONDS))
                settings.notes().accept("connections did not close in time");
            disk.shutdown();
            workers.close();
            loop.close();
            disk.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

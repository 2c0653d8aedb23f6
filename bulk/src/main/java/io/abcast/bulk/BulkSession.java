package io.abcast.bulk;

import io.abcast.bulk.BulkMessage.Phase;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;
import io.abcast.dissemination.cooper.code.TableKernel;
import io.abcast.dissemination.cooper.gossip.GossipCodec;
import io.abcast.dissemination.cooper.gossip.GossipEffects;
import io.abcast.dissemination.cooper.gossip.GossipFigures;
import io.abcast.dissemination.cooper.gossip.GossipMessage;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import io.abcast.dissemination.cooper.gossip.GossipNode;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Runs one transfer of files at one member. All methods of a session run on the event loop's thread. The session runs
 * file operations on the disk thread, and the coding of blocks on worker threads.
 */
final class BulkSession implements GossipEffects {
    interface Owner {
        void send(int to, BulkMessage message);

        void changed(BulkSession session);

        void note(String line);
    }

    /**
     * Constant C of {@link BatchPlan}; 0, because the source sends each block once, uncoded, and other members repeat
     * the blocks.
     */
    private static final int PLAN_CONSTANT = 0;

    private final int self;
    private final Catalog catalog;
    private final BulkSettings settings;
    private final Owner owner;
    private final SelectorLoop loop;
    private final BlockLinks links;
    private final Workers workers;
    private final Executor disk;
    private final BulkStore store;
    private final boolean source;
    private final GossipCodec codec = new GossipCodec();
    private final BatchPlan plan;
    private final byte[][] digests;
    private int digestsKnown;
    private int digestsSaid;
    private final BitSet stored = new BitSet();

    private long storedRank;

    /** The {@code GossipNode} bounds the number of batches that are received in part. */
    private final TreeSet<Integer> partial = new TreeSet<>();

    private final BitSet loadedOnce = new BitSet();
    private boolean hashing;
    private boolean finishing;
    private GossipNode node;
    private SelectorLoop.Timer timer;
    private int[] members;
    private Phase phase = Phase.WAITING;
    private String failure = "";
    private long malformed;
    private boolean everythingSent;
    private boolean lossNoted;

    /** Set when the source has sent wrong data; this member then accepts no more data from the source. */
    private boolean sourceShunned;

    private boolean closed;

    BulkSession(
            Catalog catalog,
            BulkSettings settings,
            BulkStore store,
            Owner owner,
            SelectorLoop loop,
            BlockLinks links,
            Workers workers,
            Executor disk) {
        this.self = settings.id();
        this.catalog = catalog;
        this.settings = settings;
        this.store = store;
        this.owner = owner;
        this.loop = loop;
        this.links = links;
        this.workers = workers;
        this.disk = disk;
        this.source = catalog.source() == self;
        this.plan =
                new BatchPlan(BatchSchedule.STAGGERED, settings.members().size(), PLAN_CONSTANT);
        for (int batch = 0; batch < catalog.batches(); batch++) plan.add(catalog.blocks(batch));
        this.digests = new byte[catalog.files().size()][];
        this.members = new int[] {self};
    }

    Catalog catalog() {
        return catalog;
    }

    boolean isSource() {
        return source;
    }

    Phase phase() {
        return phase;
    }

    String failure() {
        return failure;
    }

    GossipFigures figures() {
        return node == null ? new GossipFigures() : node.figures();
    }

    int digestsKnown() {
        return digestsKnown;
    }

    byte[][] digestsFrom(int first) {
        List<byte[]> known = new ArrayList<>();
        for (int i = first; i < digestsKnown; i++) known.add(digests[i]);
        return known.toArray(byte[][]::new);
    }

    void start() {
        onDisk(
                () -> {
                    List<Manifest> kept = store.open();
                    int known = source ? store.digests().known() : 0;
                    loop.execute(() -> onOpened(kept, known));
                });
    }

    private void onOpened(List<Manifest> kept, int known) {
        if (closed) return;
        node =
                new GossipNode(
                        self,
                        GossipChoices.gossip(settings, catalog),
                        GossipChoices.bounds(settings, catalog),
                        plan,
                        // TableKernel combines only coefficients here, which are few bytes; a
                        // faster kernel would cost more warm-up time than it saves.
                        new TableKernel(),
                        ThreadLocalRandom.current().nextLong(),
                        this);
        if (source) {
            for (int batch = 0; batch < catalog.batches(); batch++)
                node.onHeld(batch, plan.start(batch));
            takeDigests(known);
        }
        for (Manifest manifest : kept) {
            node.onHeld(manifest);
            store(manifest.batch());
        }
        node.onHeldAll(System.nanoTime());
        node.onReachable(members, System.nanoTime());
        phase = Phase.RUNNING;
        owner.changed(this);
        if (!kept.isEmpty())
            owner.note("resumes with " + kept.size() + " of " + catalog.batches() + " batches");
        checkFinished();
    }

    private void onDisk(DiskTask task) {
        onDisk(task, this::fail);
    }

    private void onDisk(DiskTask task, Consumer<String> failed) {
        disk.execute(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        loop.execute(() -> failed.accept(Reasons.of(e)));
                    } catch (RuntimeException | Error e) {
                        loop.execute(() -> fail("defect: " + e));
                    }
                });
    }

    /**
     * After a failed read, a member that already has all files continues; late members must get the batch from others.
     */
    private void loadFailed(int batch, String why) {
        if (closed) return;
        if (source || phase != Phase.DONE) {
            fail(why);
            return;
        }
        if (!lossNoted)
            owner.note("cannot read a received batch again, so other members must send it: " + why);
        lossNoted = true;
        node.onLoadFailed(batch, System.nanoTime());
    }

    private void onLoop(Runnable task) {
        loop.execute(
                () -> {
                    if (!closed) task.run();
                });
    }

    private interface DiskTask {
        void run() throws IOException;
    }

    /** Received data stays on disk, so that a later attempt with the same files can continue. */
    void fail(String why) {
        if (closed || phase == Phase.DONE || phase == Phase.FAILED) return;
        phase = Phase.FAILED;
        failure = why;
        onMembers(members);
        owner.changed(this);
    }

    void succeed() {
        if (phase == Phase.RUNNING) phase = Phase.DONE;
        owner.changed(this);
    }

    void onMembers(int[] now) {
        // A member that has failed must not send blocks to others, so its gossip node gets a member
        // list without other members.
        int[] with = phase == Phase.FAILED ? new int[] {self} : now.clone();
        if (Arrays.equals(with, members)) return;
        members = with;
        if (node != null) node.onReachable(members, System.nanoTime());
    }

    boolean hasSource() {
        if (sourceShunned) return false;
        for (int member : members) if (member == catalog.source()) return true;
        return false;
    }

    void onGossip(int from, byte[] frame) {
        if (node == null || phase == Phase.FAILED) return;
        GossipMessage message;
        try {
            message = codec.decode(new WireReader(frame));
        } catch (MalformedFrameException e) {
            if (malformed++ == 0)
                owner.note(
                        "member " + from + " sends malformed gossip messages: " + e.getMessage());
            return;
        }
        node.onMessage(from, message, System.nanoTime());
        noteEverythingSent();
    }

    void onBlock(int from, Block block) {
        if (node == null || phase == Phase.FAILED) return;
        node.onMessage(from, block, System.nanoTime());
        int batch = block.batch();
        if (batch >= 0 && batch < catalog.batches() && !stored.get(batch) && node.rank(batch) > 0)
            partial.add(batch);
    }

    void onReceiving(int from, long number) {
        if (node != null) node.onReceiving(from, number, System.nanoTime());
    }

    void onNearlyReceived(int from, long number) {
        if (node != null) node.onNearlyReceived(from, number, System.nanoTime());
    }

    void onNearlyTransferred(int to, long number) {
        if (node != null) node.onNearlyTransferred(to, number, System.nanoTime());
    }

    void onTransferred(int to, long number, boolean arrives) {
        if (node == null) return;
        node.onTransferred(to, number, arrives, System.nanoTime());
        noteEverythingSent();
    }

    private void noteEverythingSent() {
        if (!source || everythingSent || members.length < 2 || !node.everythingSent()) return;
        everythingSent = true;
        owner.note("every block has left this member: the other members can finish without it");
    }

    void onDigests(int first, byte[][] more) {
        if (first > digestsKnown || first + more.length > digests.length) return;
        for (int i = digestsKnown - first; i >= 0 && i < more.length; i++)
            digests[digestsKnown++] = more[i];
        checkFinished();
    }

    long rank() {
        if (source) return catalog.rankTotal();
        long rank = storedRank;
        for (int batch : partial) rank += node.rank(batch);
        return rank;
    }

    private void store(int batch) {
        if (stored.get(batch)) return;
        stored.set(batch);
        storedRank += catalog.blocks(batch);
        partial.remove(batch);
    }

    boolean lacksNothing() {
        return rank() == catalog.rankTotal() && digestsKnown == digests.length;
    }

    String end() {
        return "member "
                + catalog.source()
                + (sourceShunned ? ", the source, sends damaged blocks" : ", the source, is gone")
                + ", and no other member has the rest; missing: "
                + missing();
    }

    private String missing() {
        List<String> parts = new ArrayList<>();
        long bytes = 0;
        int batches = catalog.batches();
        for (int batch = stored.nextClearBit(0);
                batch < batches;
                batch = stored.nextClearBit(batch)) {
            int end = stored.nextSetBit(batch);
            if (end < 0 || end > batches) end = batches;
            parts.add(end == batch + 1 ? "" + batch : batch + "-" + (end - 1));
            for (int i = batch; i < end; i++) bytes += catalog.length(i);
            batch = end;
        }
        if (parts.isEmpty()) return "the digests of the files";
        return "batches " + String.join(",", parts) + " of " + batches + ", " + bytes + " bytes";
    }

    /** Reads batches for their digests if the source has not read all of them, because receivers had some already. */
    void tick() {
        if (!source || node == null || hashing || digestsKnown == digests.length) return;
        for (int batch = 0; batch < catalog.batches(); batch++)
            if (!loadedOnce.get(batch) && !node.finishedEverywhere(batch)) return;
        hashing = true;
        onDisk(
                () -> {
                    store.hashAll();
                    int known = store.digests().known();
                    loop.execute(() -> takeDigests(known));
                });
    }

    /** Known digests never change, so the event loop's thread may read them while the disk thread adds more. */
    private void takeDigests(int known) {
        while (digestsKnown < known) {
            digests[digestsKnown] = store.digests().digest(digestsKnown);
            digestsKnown++;
        }
        if (digestsKnown > digestsSaid) {
            digestsSaid = digestsKnown;
            owner.changed(this);
        }
    }

    private void checkFinished() {
        if (source || finishing || phase != Phase.RUNNING) return;
        if (stored.cardinality() < catalog.batches() || digestsKnown < digests.length) return;
        finishing = true;
        byte[][] expected = digests.clone();
        onDisk(
                () -> {
                    store.finish(expected);
                    loop.execute(
                            () -> {
                                if (phase == Phase.RUNNING) phase = Phase.DONE;
                                owner.changed(this);
                            });
                });
    }

    @Override
    public void send(int to, GossipMessage message) {
        WireWriter out = new WireWriter(64);
        codec.encode(message, codec.versionMax(), out);
        owner.send(to, new BulkMessage.Gossip(catalog.run(), out.toByteArray()));
    }

    @Override
    public void transfer(int to, Block block) {
        links.transfer(to, catalog.run(), block);
    }

    @Override
    public void recode(RecodeJob job) {
        workers.run(
                kernel -> {
                    byte[] row = job.run(kernel);
                    onLoop(() -> node.onRecoded(job, row, System.nanoTime()));
                });
    }

    @Override
    public void decode(DecodeJob job) {
        workers.run(
                kernel -> {
                    var decoded = job.run(kernel);
                    onLoop(() -> node.onDecoded(decoded, System.nanoTime()));
                });
    }

    @Override
    public void deliver(Manifest manifest, byte[][] rows) {
        int batch = manifest.batch();
        if (batch >= catalog.batches()
                || manifest.length() != catalog.length(batch)
                || manifest.k() != catalog.blocks(batch)
                || manifest.blockBytes() != catalog.blockBytes()) {
            fail("batch " + batch + " does not match the catalog of the source");
            return;
        }
        onDisk(
                () -> {
                    store.write(manifest, rows);
                    loop.execute(() -> onWritten(batch));
                });
    }

    private void onWritten(int batch) {
        if (closed) return;
        store(batch);
        node.onStored(batch, System.nanoTime());
        checkFinished();
    }

    @Override
    public void load(int batch, Manifest manifest) {
        onDisk(
                () -> {
                    // The source takes the start round of a batch from its plan; other members take
                    // it from the source's manifest.
                    long start = manifest == null ? plan.start(batch) : manifest.startRound();
                    BulkStore.Loaded loaded = store.load(batch, manifest, start);
                    int known = source ? store.digests().known() : 0;
                    loop.execute(() -> onLoaded(batch, loaded, known));
                },
                why -> loadFailed(batch, why));
    }

    @Override
    public void loadPart(Manifest manifest, int first, int count) {
        onDisk(
                () -> {
                    byte[][] rows = store.loadPart(manifest, first, count);
                    onLoop(
                            () ->
                                    node.onPartLoaded(
                                            manifest.batch(), first, rows, System.nanoTime()));
                },
                why -> loadFailed(manifest.batch(), why));
    }

    private void onLoaded(int batch, BulkStore.Loaded loaded, int known) {
        if (closed) return;
        loadedOnce.set(batch);
        takeDigests(source ? known : digestsKnown);
        node.onLoaded(loaded.manifest(), loaded.rows(), System.nanoTime());
    }

    @Override
    public void shunned(int other) {
        if (other == catalog.source()) sourceShunned = true;
        owner.note(
                "member "
                        + other
                        + " has sent damaged blocks; this member accepts nothing more from it");
    }

    @Override
    public void stalled(int batch, int rank) {
        // Ignored: the session's owner detects stalls of the whole transfer.
    }

    @Override
    public void setTimer(long delayNanos) {
        if (timer != null) timer.cancel();
        timer = loop.timer(delayNanos, () -> node.onTimer(System.nanoTime()));
    }

    void close() {
        closed = true;
        if (timer != null) timer.cancel();
        disk.execute(
                () -> {
                    try {
                        store.close();
                    } catch (IOException e) {
                        loop.execute(() -> owner.note("cannot close files: " + Reasons.of(e)));
                    }
                });
    }
}

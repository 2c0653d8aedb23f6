package io.abcast.bulk;

import com.sun.management.OperatingSystemMXBean;
import io.abcast.bulk.BulkMessage.Digests;
import io.abcast.bulk.BulkMessage.Files;
import io.abcast.bulk.BulkMessage.Gossip;
import io.abcast.bulk.BulkMessage.Phase;
import io.abcast.bulk.BulkMessage.Progress;
import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipFigures;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import io.abcast.kernel.MalformedFrameException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The protocol of file transfers at one member: it learns of transfers from messages, takes part in one transfer at a
 * time, and detects when all members have finished. All methods run on the event loop's thread.
 */
final class BulkNode implements BlockLinks.Events, BulkSession.Owner {
    private static final long TICK_NANOS = 200_000_000;

    /**
     * Number of timer ticks between two progress messages to all members; the source gets each change at the next tick.
     */
    private static final int ROUND_TICKS = 5;

    private static final double NANOS = 1e9;

    private final BulkSettings settings;
    private final SelectorLoop loop;
    private final BlockLinks links;
    private final Workers workers;
    private final Executor disk;
    private final BulkPeers peers;

    /**
     * Limits the log lines about messages of other members, because other members determine the rate of these messages.
     */
    private final LineLimit lines;

    private final Receptions receptions;

    interface Receptions {
        boolean wants(Catalog catalog);

        /** Returns null if the application accepts no transfers at present. */
        Accepted accept(Catalog catalog);
    }

    record Accepted(BulkStore store, Path directory, Consumer<BulkReport> reports) {}

    private BulkSession session;

    private Path directory;

    private Consumer<BulkReport> reports;

    private Catalog unwanted;

    private boolean started;
    private boolean reported;
    private boolean closed;
    private long joinUntilNanos;
    private long startNanos;
    private long doneNanos;
    private double cpuAtStart;
    private long sentAtStart;
    private long receivedAtStart;
    private long sentAtDone;
    private long receivedAtDone;
    private long newsNanos;
    private long lastRank;
    private int ticks;
    private Progress lastSaid;
    private volatile BulkProgress progress;
    private volatile boolean busy;

    BulkNode(
            BulkSettings settings,
            SelectorLoop loop,
            BlockLinks links,
            Workers workers,
            Executor disk,
            LineLimit lines,
            Receptions receptions) {
        this.settings = settings;
        this.loop = loop;
        this.links = links;
        this.workers = workers;
        this.disk = disk;
        this.receptions = receptions;
        this.lines = lines;
        this.peers = new BulkPeers(settings.id(), settings.members().keySet(), System.nanoTime());
        this.progress = new BulkProgress(0, 0, Map.of(), 0, List.of());
        loop.execute(this::tick);
    }

    BulkProgress progress() {
        return progress;
    }

    boolean busy() {
        return busy;
    }

    void send(Catalog catalog, BulkStore store, Duration join, Consumer<BulkReport> end) {
        if (session != null && !reported) {
            end.accept(failed(catalog, "another transfer is in progress"));
            return;
        }
        begin(catalog, new Accepted(store, null, end), join);
        for (int other : peers.others()) if (peers.isReachable(other)) greet(other);
    }

    private void begin(Catalog catalog, Accepted accepted, Duration join) {
        if (session != null) session.close();
        busy = true;
        directory = accepted.directory();
        reports = accepted.reports();
        session =
                new BulkSession(
                        catalog, settings, accepted.store(), this, loop, links, workers, disk);
        started = false;
        reported = false;
        newsNanos = System.nanoTime();
        lastRank = 0;
        joinUntilNanos = newsNanos + join.toNanos();
        unwanted = null;
        mark();
        if (!session.isSource()) started = true;
        session.start();
        onPeers();
    }

    private void mark() {
        startNanos = System.nanoTime();
        doneNanos = 0;
        cpuAtStart = cpuSeconds();
        sentAtStart = links.sentBytes();
        receivedAtStart = links.receivedBytes();
    }

    private void markDone() {
        doneNanos = System.nanoTime();
        sentAtDone = links.sentBytes();
        receivedAtDone = links.receivedBytes();
    }

    private static double cpuSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime() / NANOS
                : 0;
    }

    @Override
    public void onReachable(int[] members) {
        for (int fresh : peers.onReachable(members, System.nanoTime())) greet(fresh);
        onPeers();
    }

    private void greet(int member) {
        if (session != null && session.isSource()) {
            send(member, new Files(session.catalog()));
            sayDigests(member, 0);
        }
        send(member, state());
    }

    private void sayDigests(int member, int from) {
        byte[][] known = session.digestsFrom(from);
        if (known.length > 0) send(member, new Digests(session.catalog().run(), from, known));
    }

    private Progress state() {
        if (unwanted != null) return new Progress(unwanted.run(), Phase.UNWANTED, 0, 0, "");
        if (session == null) return new Progress(0, Phase.WAITING, 0, 0, "");
        return new Progress(
                session.catalog().run(),
                session.phase(),
                session.rank(),
                session.digestsKnown(),
                session.failure());
    }

    @Override
    public void onMessage(int from, byte[] message) {
        BulkMessage decoded;
        try {
            decoded = BulkCodec.decode(message);
        } catch (MalformedFrameException e) {
            lines.line(
                    "malformed",
                    () -> "member " + from + " sends malformed messages: " + e.getMessage());
            return;
        }
        if (decoded instanceof Gossip m) {
            if (isRun(m.run())) session.onGossip(from, m.frame());
        } else if (decoded instanceof Files m) {
            onFiles(m.catalog());
        } else if (decoded instanceof Digests m) {
            if (isRun(m.run())) session.onDigests(m.first(), m.digests());
        } else if (decoded instanceof Progress m) {
            onProgress(from, m);
        }
    }

    private boolean isRun(int run) {
        return session != null && session.catalog().run() == run;
    }

    private void onFiles(Catalog catalog) {
        if (closed || isRun(catalog.run()) || catalog.source() == settings.id()) return;
        // A member takes part in one transfer at a time; the source of the next transfer waits for
        // the end of the present one.
        if (session != null && !reported) return;
        if (!settings.members().containsKey(catalog.source())) return;
        if (!receptions.wants(catalog)) {
            unwanted = catalog;
            say();
            return;
        }
        Accepted accepted = receptions.accept(catalog);
        if (accepted == null) return;
        note(
                "member "
                        + catalog.source()
                        + " sends "
                        + catalog.files().size()
                        + (catalog.files().size() == 1 ? " file, " : " files, ")
                        + catalog.bytes()
                        + " bytes");
        begin(catalog, accepted, settings.join());
        say();
    }

    private void onProgress(int from, Progress said) {
        Phase before = session == null ? Phase.WAITING : peers.phase(from, session.catalog().run());
        peers.onProgress(from, said, System.nanoTime());
        if (unwanted != null && from == unwanted.source() && said.run() != unwanted.run())
            unwanted = null;
        if (session == null) return;
        int run = session.catalog().run();
        Phase now = peers.phase(from, run);
        // If the source of a transfer is gone, any member with the list of files must send the list
        // to members without it.
        if (said.run() != run && session.phase() != Phase.WAITING && (session.isSource() || away()))
            send(from, new Files(session.catalog()));
        if (now != Phase.UNWANTED && said.run() == run && said.digests() < session.digestsKnown())
            sayDigests(from, said.digests());
        if (now == Phase.FAILED && before != Phase.FAILED)
            lines.line("failed " + from, () -> "member " + from + " has failed: " + said.reason());
        if (now == Phase.UNWANTED && before != Phase.UNWANTED)
            lines.line("unwanted " + from, () -> "member " + from + " does not want the transfer");
        if (now != before) onPeers();
    }

    private boolean away() {
        return !peers.isReachable(session.catalog().source());
    }

    private void onPeers() {
        if (session == null) return;
        int run = session.catalog().run();
        int[] takingPart = peers.takingPart(run);
        boolean some = takingPart.length > 1;
        if (!started && session.phase() == Phase.RUNNING && (some || noneToCome())) {
            started = true;
            mark();
        }
        session.onMembers(started ? takingPart : new int[] {settings.id()});
        checkEnd();
    }

    private boolean noneToCome() {
        if (System.nanoTime() - joinUntilNanos > 0) return true;
        for (int other : peers.others())
            if (peers.phase(other, session.catalog().run()) == Phase.WAITING) return false;
        return true;
    }

    private void checkEnd() {
        if (session == null || reported) return;
        Phase phase = session.phase();
        if (phase == Phase.FAILED) {
            report();
            return;
        }
        if (phase == Phase.DONE && doneNanos == 0) markDone();
        if (session.isSource() ? !started : phase != Phase.DONE) return;
        for (int other : peers.others()) if (!over(other)) return;
        if (session.isSource()) {
            if (mayStillBeWanted()) return;
            markDone();
            reported = true;
            session.succeed();
        }
        report();
    }

    /**
     * A source waits for members that refused the transfer until a receiver has completed it, or {@link
     * BulkSettings#join} is over.
     */
    private boolean mayStillBeWanted() {
        if (System.nanoTime() - joinUntilNanos > 0) return false;
        int run = session.catalog().run();
        boolean unwanted = false;
        for (int other : peers.others()) {
            Phase phase = peers.phase(other, run);
            if (phase == Phase.DONE) return false;
            unwanted |= phase == Phase.UNWANTED;
        }
        return unwanted;
    }

    private boolean over(int member) {
        return peers.over(
                member,
                session.catalog().run(),
                settings.gone().toNanos(),
                joinUntilNanos,
                System.nanoTime());
    }

    @Override
    public void changed(BulkSession which) {
        if (which != session) return;
        say();
        if (session.isSource())
            for (int other : peers.others()) {
                Progress said = peers.progress(other);
                if (said != null && said.run() == session.catalog().run())
                    sayDigests(other, Math.min(said.digests(), session.digestsKnown()));
            }
        onPeers();
    }

    private void sayToSource() {
        Progress now = state();
        int source = session.catalog().source();
        if (now.equals(lastSaid) || !peers.isReachable(source)) return;
        lastSaid = now;
        send(source, now);
    }

    private void say() {
        lastSaid = state();
        for (int other : peers.others()) if (peers.isReachable(other)) send(other, lastSaid);
    }

    void tick() {
        if (closed) return;
        loop.in(TICK_NANOS, this::tick);
        if (unwanted != null && receptions.wants(unwanted)) onFiles(unwanted);
        if (session != null) {
            session.tick();
            watch();
            onPeers();
        }
        progress = current();
        if (++ticks % ROUND_TICKS == 0) say();
        else if (session != null && !session.isSource()) sayToSource();
    }

    private void watch() {
        long now = System.nanoTime();
        long rank = session.rank();
        boolean hopes = rank != lastRank || session.hasSource() || session.lacksNothing();
        if (hopes || session.phase() != Phase.RUNNING) {
            lastRank = rank;
            newsNanos = now;
            return;
        }
        if (now - newsNanos < settings.stalled().toNanos()) return;
        session.fail(session.end());
    }

    private BulkProgress current() {
        if (session == null) return new BulkProgress(0, 0, Map.of(), 0, List.of());
        Catalog catalog = session.catalog();
        Map<Integer, Long> ranks = peers.ranks(catalog.run(), catalog.source());
        if (!session.isSource()) ranks.put(settings.id(), session.rank());
        List<Integer> waiting = new ArrayList<>();
        for (int other : peers.others())
            if (peers.phase(other, catalog.run()) == Phase.WAITING) waiting.add(other);
        return new BulkProgress(
                started ? catalog.run() : 0, catalog.bytes(), ranks, catalog.rankTotal(), waiting);
    }

    private void report() {
        reported = true;
        Catalog catalog = session.catalog();
        List<Integer> done = new ArrayList<>();
        Map<Integer, String> failed = new TreeMap<>();
        for (int other : peers.others()) {
            if (other == catalog.source()) continue;
            Phase phase = peers.phase(other, catalog.run());
            if (phase == Phase.DONE) done.add(other);
            else if (phase == Phase.FAILED)
                failed.put(other, Names.shown(peers.progress(other).reason()));
            else if (phase == Phase.UNWANTED) failed.put(other, "does not want the transfer");
            else failed.put(other, phase == Phase.WAITING ? "never joined" : "is gone");
        }
        if (session.phase() == Phase.DONE && !session.isSource()) done.add(settings.id());
        String failure = session.failure();
        if (session.isSource() && failure.isEmpty() && !failed.isEmpty())
            failure = "not all members received the files: " + failed;
        reports.accept(of(catalog, done, failed, failure));
    }

    private BulkReport failed(Catalog catalog, String why) {
        return of(catalog, List.of(), Map.of(), why);
    }

    private BulkReport of(
            Catalog catalog, List<Integer> done, Map<Integer, String> failed, String failure) {
        boolean over = doneNanos != 0;
        return new BulkReport(
                catalog.source(),
                catalog.files().stream().map(Catalog.Entry::name).toList(),
                catalog.bytes(),
                ((over ? doneNanos : System.nanoTime()) - startNanos) / NANOS,
                settings.rateBitsPerSecond(),
                (over ? sentAtDone : links.sentBytes()) - sentAtStart,
                (over ? receivedAtDone : links.receivedBytes()) - receivedAtStart,
                cpuSeconds() - cpuAtStart,
                new BulkReport.Batches(catalog.batches(), catalog.k(), catalog.blockBytes()),
                session == null ? new GossipFigures() : session.figures(),
                done,
                failed,
                failure,
                catalog.source() == settings.id() ? null : directory);
    }

    @Override
    public void send(int to, BulkMessage message) {
        links.send(to, BulkCodec.encode(message));
    }

    @Override
    public void note(String line) {
        settings.notes().accept(line);
    }

    @Override
    public int rowBytesMax(int run) {
        if (!isRun(run)) return 0;
        return session.catalog().k() + session.catalog().blockBytes();
    }

    @Override
    public void onReceiving(int from, int run, long number) {
        if (isRun(run)) session.onReceiving(from, number);
    }

    @Override
    public void onNearlyReceived(int from, int run, long number) {
        if (isRun(run)) session.onNearlyReceived(from, number);
    }

    @Override
    public void onBlock(int from, int run, Block block) {
        if (isRun(run)) session.onBlock(from, block);
    }

    @Override
    public void onNearlyTransferred(int to, long number) {
        if (session != null) session.onNearlyTransferred(to, number);
    }

    @Override
    public void onTransferred(int to, long number, boolean arrives) {
        if (session != null) session.onTransferred(to, number, arrives);
    }

    void forget() {
        if (session == null || !reported) return;
        session.close();
        session = null;
        say();
    }

    /** Received data stays on disk, so that a later attempt with the same files can continue. */
    void close() {
        if (session != null) session.close();
        session = null;
        reported = true;
        closed = true;
    }
}

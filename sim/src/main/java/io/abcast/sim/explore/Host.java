package io.abcast.sim.explore;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.explore.DiskImage.LogWrite;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * One incarnation (one run of the process) of one member: a node, its storage with the pending writes, its timers and
 * its clients. The node handles each event as a separate batch.
 */
final class Host implements Effects {
    /** Virtual time in ns at which every incarnation begins; longer than all timeouts of nodes. */
    static final long START_NANOS = 1L << 50;

    private static final int TIMERS = 64;

    private static final int ANSWERS_MAX = 10_000;

    sealed interface Effect {}

    record Send(int message) implements Effect {}

    record Persist(byte[] state) implements Effect {}

    record Write(LogWrite write) implements Effect {}

    record Deliver(int sequence) implements Effect {}

    private final World world;
    private final int rank;
    private final int life;
    private final Node node;
    private final Probe probe;
    private Fingerprinter.Bases bases;

    /**
     * For each incarnation (run of the process): number of submitted requests; the array is replaced and never
     * modified.
     */
    private int[] submitted;

    private long nowNanos = START_NANOS;
    private final long[] timers = new long[TIMERS];

    private byte[] state;
    private final ArrayDeque<byte[]> stateWrites = new ArrayDeque<>();
    private long stateVersion;
    private final List<Entry> log = new ArrayList<>();
    private final List<VoteRecord> votes = new ArrayList<>();
    private final ArrayDeque<LogWrite> logWrites = new ArrayDeque<>();
    private long logPosition;

    /** The newest snapshot of the member, which is always durable; {@code null} if there is no snapshot. */
    private DiskImage.Snapshot snapshot;

    private byte[] fetched = {};

    private final ArrayDeque<Runnable> answers = new ArrayDeque<>();
    private int delivered = Sequences.EMPTY;

    /** {@code null} without a violation. */
    private String broken;

    private long reads;
    private long readsReady;
    private final List<Effect> effects = new ArrayList<>();

    private final List<String> reports = new ArrayList<>();

    record World(
            ExploredProtocol protocol,
            Membership members,
            Messages messages,
            Sequences sequences,
            Fingerprinter fingerprinter,
            RandomState dice,
            Durability durability) {}

    Host(World world, int rank, int life, DiskImage disk, int[] submittedBefore) {
        this.world = world;
        this.rank = rank;
        this.life = life;
        submitted = Arrays.copyOf(submittedBefore, life + 1);
        Arrays.fill(timers, Long.MAX_VALUE);
        state = disk.state();
        log.addAll(disk.log());
        votes.addAll(disk.votes());
        snapshot = disk.snapshot();
        if (snapshot != null) delivered = snapshot.sequence();
        long seed = Hash128.mix(rank * 1_000L + life + 1);
        int id = world.members().id(rank);
        NodeFactory.Instance made = world.protocol().node(id, world.members(), seed, this);
        node = made.node();
        probe = made.probe();
    }

    /** Numbers are unique at a member, and consecutive within one incarnation (run of the process). */
    static long request(int life, int count) {
        return ((long) (life + 1) << 32) + count;
    }

    static byte[] payload(int id, long request) {
        return new byte[] {(byte) id, (byte) (request >>> 32), (byte) request};
    }

    void start(DiskImage disk) {
        // At its start, each incarnation must draw different random numbers, because they identify
        // its storage and its reads.
        run(() -> node.onStart(disk.recovered()), RandomState.OWN);
    }

    void arrived(int message) {
        Messages.Sent sent = world.messages().get(message);
        int from = world.members().id(sent.from());
        run(() -> node.onMessage(from, sent.message()), 0);
    }

    void stateWritten() {
        state = stateWrites.removeFirst();
        stateVersion++;
        run(() -> node.onPersisted(stateVersion), 0);
    }

    void logWritten() {
        applyLogWrite();
        run(() -> node.onSynced(logPosition), 0);
    }

    private void applyLogWrite() {
        LogWrite written = logWrites.removeFirst();
        written.applyTo(log, votes);
        logPosition++;
        if (written.installed() != null) answers.addLast(() -> install(written.installed()));
    }

    void submit() {
        submitted = submitted.clone();
        long request = request(life, submitted[life]++);
        byte[] payload = payload(world.members().id(rank), request);
        run(() -> node.onSubmit(request, payload), 0);
    }

    void pass(long nanos, int dice) {
        nowNanos += nanos;
        effects.clear();
        reports.clear();
        long due;
        for (int fired = 0; (due = earliest()) >= 0 && fired < TIMERS; fired++) {
            int kind = (int) due;
            timers[kind] = Long.MAX_VALUE;
            batch(() -> node.onTimer(kind), dice);
        }
        answer(dice);
    }

    private long earliest() {
        int found = -1;
        for (int kind = 0; kind < TIMERS; kind++)
            if (timers[kind] <= nowNanos && (found < 0 || timers[kind] < timers[found]))
                found = kind;
        return found;
    }

    private void run(Runnable event, int dice) {
        effects.clear();
        reports.clear();
        batch(event, dice);
        answer(dice);
    }

    private void answer(int dice) {
        for (int i = 0; !answers.isEmpty() && broken == null; i++) {
            if (i == ANSWERS_MAX)
                throw new IllegalStateException("more than " + ANSWERS_MAX + " answers");
            batch(answers.removeFirst(), dice);
        }
        if (world.durability() != Durability.MEMORY) return;
        // In memory mode, writes are complete at once.
        while ((!stateWrites.isEmpty() || !logWrites.isEmpty()) && broken == null) {
            if (!logWrites.isEmpty()) {
                applyLogWrite();
                batch(() -> node.onSynced(logPosition), dice);
            } else {
                state = stateWrites.removeFirst();
                stateVersion++;
                batch(() -> node.onPersisted(stateVersion), dice);
            }
            while (!answers.isEmpty()) batch(answers.removeFirst(), dice);
        }
    }

    private void batch(Runnable event, int dice) {
        if (broken != null) return;
        world.dice().set(node, dice);
        try {
            node.onBatchStart(nowNanos);
            event.run();
            if (broken == null) node.onBatchEnd();
        } catch (RuntimeException | AssertionError e) {
            if (e instanceof UnknownFieldException) throw e;
            StackTraceElement[] stack = e.getStackTrace();
            broken("NoHalt", "threw " + e + (stack.length == 0 ? "" : " at " + stack[0]));
        }
    }

    private void broken(String invariant, String what) {
        if (broken == null)
            broken = invariant + ": member " + world.members().id(rank) + " " + what;
    }

    int rank() {
        return rank;
    }

    int life() {
        return life;
    }

    Node node() {
        return node;
    }

    Probe probe() {
        return probe;
    }

    int delivered() {
        return delivered;
    }

    int[] submitted() {
        return submitted;
    }

    List<Effect> effects() {
        return effects;
    }

    List<String> effectsText() {
        List<String> text = new ArrayList<>();
        for (Effect effect : effects)
            text.add(
                    effect instanceof Persist persist
                            ? "persist " + Arrays.toString(persist.state())
                            : effect.toString());
        return text;
    }

    List<String> reports() {
        return reports;
    }

    int stateWrites() {
        return stateWrites.size();
    }

    int logWrites() {
        return logWrites.size();
    }

    String broken() {
        return broken;
    }

    long campaign() {
        return broken != null ? 0 : world.protocol().campaign(node, probe);
    }

    /**
     * The content of the disk after a crash, if exactly the given numbers of oldest pending writes have become durable.
     */
    DiskImage after(int stateWritten, int logWritten) {
        if (world.durability() == Durability.MEMORY) return DiskImage.EMPTY;
        List<byte[]> states = new ArrayList<>(stateWrites);
        List<LogWrite> writes = new ArrayList<>(logWrites);
        byte[] lastState = stateWritten == 0 ? state : states.get(stateWritten - 1);
        List<Entry> entries = new ArrayList<>(log);
        List<VoteRecord> records = new ArrayList<>(votes);
        DiskImage.Snapshot newest = snapshot;
        for (int i = 0; i < logWritten; i++) {
            writes.get(i).applyTo(entries, records);
            if (writes.get(i).installed() != null) newest = writes.get(i).installed();
        }
        // A snapshot replaces the log entries that it contains, so a restarted member must not find
        // these entries.
        DiskImage.Snapshot kept = newest;
        if (kept != null) entries.removeIf(entry -> entry.zxid() <= kept.id().zxid());
        return new DiskImage(lastState, List.copyOf(entries), List.copyOf(records), kept);
    }

    void fingerprint(Hash128 out) {
        out.add(rank);
        out.add(life);
        for (int each : submitted) out.add(each);
        out.add(delivered);
        out.add(reads - readsReady);
        if (broken != null) {
            out.add(broken);
            return;
        }
        long longest = world.protocol().longestNanos();
        for (long timer : timers) {
            if (timer == Long.MAX_VALUE) out.add(1);
            else out.add(2 * Fingerprinter.relativeTime(timer, nowNanos, longest));
        }
        if (state == null) out.add(1);
        else out.add(state);
        out.add(stateWrites.size());
        for (byte[] each : stateWrites) out.add(each);
        out.add(log.size());
        for (Entry entry : log) DiskImage.hashEntry(entry, out);
        out.add(votes.size());
        for (VoteRecord vote : votes) DiskImage.hashVote(vote, out);
        out.add(logWrites.size());
        for (LogWrite write : logWrites) write.hash(out);
        if (snapshot != null) snapshot.hash(out);
        out.add(fetched);
        if (bases == null) bases = world.fingerprinter().bases(node);
        world.fingerprinter().walk(node, bases, nowNanos, out);
    }

    @Override
    public void send(int to, Message message) {
        int toRank = world.members().rank(to);
        if (toRank < 0 || toRank == rank || broken != null) return;
        effects.add(new Send(world.messages().number(rank, toRank, message)));
    }

    @Override
    public void append(Entry entry) {
        write(LogWrite.of(entry));
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        write(LogWrite.of(new VoteRecord(slot, record.get()), openFrom));
    }

    @Override
    public void truncate(long lastZxid) {
        write(LogWrite.truncated(lastZxid));
    }

    private void write(LogWrite write) {
        logWrites.addLast(write);
        effects.add(new Write(write));
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        List<Entry> all = new ArrayList<>(log);
        for (LogWrite write : logWrites) write.applyTo(all, new ArrayList<>());
        List<Entry> found = new ArrayList<>();
        int bytes = 0;
        for (Entry entry : all) {
            if (entry.zxid() <= afterZxid || (bytes > 0 && bytes >= bytesMax)) continue;
            found.add(entry);
            bytes += entry.bytes();
        }
        boolean holds =
                afterZxid == Zxid.NONE || (snapshot != null && afterZxid == snapshot.id().zxid());
        for (Entry entry : all) holds |= entry.zxid() == afterZxid;
        List<Entry> answered = holds ? found : List.of();
        answers.addLast(() -> node.onLogRead(afterZxid, answered));
    }

    @Override
    public void purgeLog(long throughZxid) {}

    @Override
    public void persist(byte[] newState) {
        stateWrites.addLast(newState);
        effects.add(new Persist(newState));
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (broken != null) return;
        if (!entry.isMembership()
                && world.sequences().contains(delivered, entry.origin(), entry.request()))
            broken("ExactlyOnce", "delivers " + entry + " again");
        if (mine && entry.origin() != world.members().id(rank))
            broken("Contract", "takes " + entry + " for its own");
        delivered = world.sequences().extended(delivered, entry);
        effects.add(new Deliver(delivered));
    }

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {}

    @Override
    public void refuse(long request, Refusal why) {}

    @Override
    public void readReady(long read) {
        readsReady = Math.max(readsReady, read);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        if (!world.protocol().takesSnapshots()) {
            answers.addLast(() -> node.onSnapshotTaken(null, null));
            return;
        }
        byte[] content = world.sequences().content(delivered);
        SnapshotId id = new SnapshotId(zxid, content.length, Arrays.hashCode(content));
        DiskImage.Snapshot taken = new DiskImage.Snapshot(id, note, delivered);
        answers.addLast(
                () -> {
                    snapshot = taken;
                    node.onSnapshotTaken(id, null);
                });
    }

    @Override
    public void keepSnapshot(SnapshotId kept) {}

    @Override
    public void readSnapshot(SnapshotId of, long offset, int bytesMax) {
        boolean held = snapshot != null && snapshot.id().equals(of);
        byte[] content = held ? world.sequences().content(snapshot.sequence()) : null;
        byte[] read = held ? Arrays.copyOfRange(content, (int) offset, content.length) : null;
        answers.addLast(() -> node.onSnapshotRead(of, offset, read));
    }

    @Override
    public void writeSnapshot(SnapshotId of, long offset, byte[] bytes) {
        fetched = bytes;
        answers.addLast(() -> node.onSnapshotWritten(of, offset + bytes.length));
    }

    @Override
    public void installSnapshot(SnapshotId of, byte[] note, Digest content) {
        boolean empty = of.equals(SnapshotId.EMPTY);
        if (!empty && world.protocol().takesSnapshots()) {
            int sequence = world.sequences().ofContent(fetched);
            write(LogWrite.of(new DiskImage.Snapshot(of, note, sequence)));
            return;
        }
        write(empty ? LogWrite.CLEARED : LogWrite.truncated(Long.MAX_VALUE));
        answers.addLast(
                () -> {
                    if (empty) delivered = Sequences.EMPTY;
                    node.onSnapshotInstalled(of, empty);
                });
    }

    private void install(DiskImage.Snapshot installed) {
        snapshot = installed;
        delivered = installed.sequence();
        effects.add(new Deliver(delivered));
        node.onSnapshotInstalled(installed.id(), true);
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        timers[kind] = nowNanos + delayNanos;
    }

    @Override
    public void cancelTimer(int kind) {
        timers[kind] = Long.MAX_VALUE;
    }

    @Override
    public void report(String line) {
        reports.add(line);
    }

    @Override
    public void halt(String reason) {
        broken("NoHalt", "halts: " + reason);
    }
}

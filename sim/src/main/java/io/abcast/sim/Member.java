package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.sim.LogImage.Stored;
import io.abcast.sim.check.Read;
import io.abcast.sim.check.Request;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;

/**
 * One member: its node's driver, its state machine and its disk. Inputs queue up while the node works, and are then handed in
 * together as one batch.
 */
final class Member implements Disk.Owner {
    /** Inputs that may wait; more means that something runs away. */
    private static final int INPUTS_MAX = 200_000;

    /** With every so many requests the callers of old ones give up. No draw: schedules stay what they were. */
    private static final int WITHDRAW_EVERY = 8;

    /** How long callers wait at least. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    /** Whether the process lives. */
    enum State {
        DOWN,
        UP,
        /** Stopped by its own node or its disk; only a restart helps. */
        HALTED
    }

    private final Cluster cluster;
    private final int rank;
    private final int id;
    private final Rng random;
    private final Disk disk;
    private final Machine machine = new Machine();
    private final ArrayDeque<Input> inputs = new ArrayDeque<>();
    private final MemberEffects effects;

    private State state = State.DOWN;
    private Node node;
    private Probe probe;
    private int life;

    /** Whether the node has had its first event. */
    private boolean started;

    private int installsPending;
    private long busyUntil;
    private long pausedUntil;
    private boolean wakeScheduled;

    /** When the member goes on, once that is scheduled. */
    private long wakeNanos;

    private final MemberClock clock;

    /** How long the process stands still at the end of its next batch, before what that sends has left it. */
    private long stallNanos;

    /** Whether it is started with the operator's word that its lost votes do not matter. */
    private boolean bootstrap;

    /** Whether an operator keeps it down. */
    private boolean withheld;

    private long nextRequest;
    private long nextRead;
    private long submits;
    private long nextChange;

    Member(Cluster cluster, int rank, DiskModel model, Rng random) {
        this.cluster = cluster;
        this.rank = rank;
        this.id = cluster.members().id(rank);
        this.random = random;
        this.disk = new Disk(model, random.split(), cluster.queue(), this);
        this.clock = new MemberClock(cluster, this, MemberEffects.TIMER_KIND_MAX + 1);
        this.effects = new MemberEffects(cluster, this);
    }

    int rank() {
        return rank;
    }

    int id() {
        return id;
    }

    State state() {
        return state;
    }

    boolean up() {
        return state == State.UP;
    }

    int life() {
        return life;
    }

    Disk disk() {
        return disk;
    }

    Machine machine() {
        return machine;
    }

    /** {@code null} while it is down, before its first event and when the protocol has none. */
    Probe probe() {
        return up() && started ? probe : null;
    }

    boolean paused() {
        return pausedUntil > cluster.now();
    }

    /** Whether it does nothing for a while, paused or in the middle of a batch. */
    boolean standsStill() {
        long until = Math.max(busyUntil, pausedUntil);
        return (wakeScheduled ? Math.max(until, wakeNanos) : until) > cluster.now();
    }

    MemberClock clock() {
        return clock;
    }

    /** For people, in one line. */
    String describe() {
        return String.format(
                "  #%d %s%s disk (%s, %s] machine %s pending %d reads %d %s",
                id,
                state,
                paused() ? " paused" : "",
                Trace.zxid(disk.current().logAfter()),
                Trace.zxid(disk.current().lastZxid()),
                Trace.zxid(machine.lastZxid()),
                cluster.history().pending(rank).size(),
                cluster.history().pendingReads(rank).size(),
                probe() == null ? "" : probe().line());
    }

    // Life and death.

    void start() {
        assert state != State.UP : "rank " + rank + " is up already";
        if (withheld) return;
        Recovered recovered = disk.recover();
        if (recovered == null) {
            cluster.trace(rank, "refuses to start", disk.platter().problem());
            return;
        }
        if (recovered.partial() != null)
            cluster.coverage().saw(Sight.SNAPSHOT_TRANSFERS_RESUMED_AFTER_A_RESTART, 1);
        life++;
        state = State.UP;
        inputs.clear();
        busyUntil = cluster.now();
        pausedUntil = 0;
        stallNanos = 0;
        clock.start(
                random.between(0, 1L << 40), cluster.clockDrift() ? 0.95 + 0.1 * random.unit() : 1);
        nextRequest = ((long) life << 32) + random.below(1_000);
        nextRead = (1L << 62) + ((long) life << 32);
        nextChange = (1L << 61) + ((long) life << 32);
        installsPending = 0;
        started = false;
        Stored snapshot = disk.current().newestSnapshot();
        machine.restore(snapshot == null ? null : snapshot.content());
        cluster.history().restored(rank, machine.state());
        effects.begin();
        NodeFactory.Instance instance = create(random.nextLong());
        node = instance.node();
        probe = instance.probe();
        post(new Input(Input.Kind.START, 0, 0, recovered, null));
    }

    private NodeFactory.Instance create(long seed) {
        NodeFactory factory = cluster.factory();
        if (bootstrap) return factory.bootstrap(id, cluster.initial(), seed, effects);
        // Without a log a founder that starts again has nothing left of the changes since.
        boolean joins = life > 1 && cluster.forgetsChanges();
        return joins
                ? factory.join(id, cluster.initial(), seed, effects)
                : factory.create(id, cluster.initial(), seed, effects);
    }

    /** @param on whether later starts are with the operator's word that its lost votes do not matter */
    void bootstrap(boolean on) {
        bootstrap = on;
    }

    /** @param on whether the member stays down until the operator starts it */
    void withhold(boolean on) {
        withheld = on;
    }

    boolean withheld() {
        return withheld;
    }

    void crash() {
        crash(Disk.Loss.PROCESS);
    }

    /** @param loss what of the disk goes with it */
    void crash(Disk.Loss loss) {
        if (state == State.DOWN) return;
        state = State.DOWN;
        stop();
        disk.crash(loss);
    }

    void halt(String reason) {
        if (state != State.UP) return;
        state = State.HALTED;
        cluster.trace(rank, "halt", reason);
        stop();
    }

    /** The disk reports an error: the driver stops the node. */
    void diskFailed() {
        disk.fail();
        halt("disk error");
    }

    @Override
    public void failed(String why) {
        if (up()) cluster.failDisk(id);
        cluster.trace(rank, "disk error", why);
    }

    @Override
    public void saw(Sight sight) {
        cluster.coverage().saw(sight, 1);
    }

    private void stop() {
        inputs.clear();
        effects.end();
        cluster.history().crashed(rank);
    }

    void dieAfter(int count) {
        effects.dieAfter(count);
    }

    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, cluster.now() + nanos);
    }

    /** The process stands still before what its next batch sends has left it. */
    void stall(long nanos) {
        stallNanos = nanos;
    }

    void unpause() {
        pausedUntil = 0;
        stallNanos = 0;
        wake();
    }

    // Clients.

    Request submit(byte[] payload) {
        assert up() : "rank " + rank + " is " + state;
        long number = nextRequest++;
        Request request = cluster.history().submitted(rank, life, number, payload);
        post(new Input(Input.Kind.SUBMIT, number, 0, payload, null));
        if (++submits % WITHDRAW_EVERY == 0) withdraw();
        return request;
    }

    /** Callers that have waited for long give up. */
    private void withdraw() {
        Request newest = cluster.history().newestPending(rank, cluster.now() - PATIENCE_NANOS);
        if (newest != null) post(Input.of(Input.Kind.WITHDRAW, newest.number()));
    }

    Request reconfigure(MembershipChange change) {
        assert up() : "rank " + rank + " is " + state;
        long number = nextChange++;
        Request request = cluster.history().changeSubmitted(rank, life, number);
        post(new Input(Input.Kind.RECONFIGURE, number, 0, change, null));
        return request;
    }

    Read read() {
        assert up() : "rank " + rank + " is " + state;
        long number = nextRead++;
        Read read = cluster.history().readStarted(rank, life, number);
        post(Input.of(Input.Kind.READ, number));
        return read;
    }

    // Inputs.

    void arrived(int from, Message message) {
        if (up()) post(new Input(Input.Kind.MESSAGE, from, 0, message, null));
    }

    void reachable(Set<Integer> members) {
        if (up()) post(new Input(Input.Kind.REACHABLE, 0, 0, members, null));
    }

    /** @param generation the timer's, when it was set */
    void timer(int forLife, int kind, int generation) {
        if (forLife == life && up())
            post(new Input(Input.Kind.TIMER, kind, generation, null, null));
    }

    @Override
    public void answer(int diskLife, Input input) {
        if (up() && disk.isLife(diskLife)) post(input);
    }

    @Override
    public void durable(Entry entry) {
        cluster.history().durable(rank, entry);
    }

    @Override
    public void breach(String what) {
        cluster.breach(rank, what);
    }

    private void post(Input input) {
        if (inputs.size() >= INPUTS_MAX) {
            cluster.breach(rank, "more than " + INPUTS_MAX + " inputs wait");
            return;
        }
        inputs.addLast(input);
        wake();
    }

    private void wake() {
        if (wakeScheduled || inputs.isEmpty()) return;
        wakeScheduled = true;
        wakeNanos = Math.max(busyUntil, pausedUntil);
        cluster.queue().at(wakeNanos, this::run);
    }

    private void run() {
        wakeScheduled = false;
        if (!up() || inputs.isEmpty()) return;
        if (Math.max(busyUntil, pausedUntil) > cluster.now()) {
            wake();
            return;
        }
        try {
            batch();
        } catch (RuntimeException | AssertionError e) {
            cluster.threw(rank, e);
            return;
        }
        if (effects.diesNow()) cluster.crash(id);
        else if (up()) cluster.observe(this);
        wake();
    }

    private void batch() {
        long work = 0;
        int left = cluster.batchMax();
        effects.open();
        node.onBatchStart(clock.nanos());
        while (left-- > 0 && !inputs.isEmpty() && up() && !effects.diesNow()) {
            Input input = inputs.removeFirst();
            if (input.kind() == Input.Kind.MESSAGE)
                work += cluster.cpuNanos((Message) input.content());
            dispatch(input);
        }
        if (up() && !effects.diesNow()) node.onBatchEnd();
        work += effects.sendNanos() + stallNanos;
        stallNanos = 0;
        busyUntil = cluster.now() + work;
        effects.close(busyUntil);
        if (up()) disk.flush();
    }

    @SuppressWarnings("unchecked")
    private void dispatch(Input input) {
        Input.Kind kind = input.kind();
        if (kind == Input.Kind.TIMER && !clock.expires((int) input.a(), (int) input.b())) return;
        if (kind == Input.Kind.MESSAGE && !cluster.lies(id))
            cluster.handed((Message) input.content());
        if (kind == Input.Kind.MESSAGE)
            cluster.coverage().received(((Message) input.content()).kind(), probe());
        cluster.traceInput(rank, input);
        switch (kind) {
            case START -> {
                node.onStart((Recovered) input.content());
                started = true;
            }
            case SUBMIT -> node.onSubmit(input.a(), (byte[]) input.content());
            case WITHDRAW -> node.onWithdraw(input.a());
            case RECONFIGURE -> node.onReconfigure(input.a(), (MembershipChange) input.content());
            case READ -> node.onRead(input.a());
            case MESSAGE ->
                    node.onMessage(
                            cluster.members().id((int) input.a()), (Message) input.content());
            case SYNCED -> node.onSynced(input.a());
            case PERSISTED -> node.onPersisted(input.a());
            case LOG_READ -> node.onLogRead(input.a(), (List<Entry>) input.content());
            case SNAPSHOT_TAKEN ->
                    node.onSnapshotTaken((SnapshotId) input.content(), (Digest) input.more());
            case SNAPSHOT_READ ->
                    node.onSnapshotRead(
                            (SnapshotId) input.content(), input.a(), (byte[]) input.more());
            case SNAPSHOT_WRITTEN ->
                    node.onSnapshotWritten((SnapshotId) input.content(), input.a());
            case SNAPSHOT_INSTALLED -> installed(input);
            case TIMER -> node.onTimer((int) input.a());
            case REACHABLE -> node.onReachable((Set<Integer>) input.content());
        }
    }

    private void installed(Input input) {
        installsPending--;
        boolean installed = input.a() == 1;
        if (installed) {
            Stored snapshot = (Stored) input.more();
            if (!machine.restore(snapshot == null ? null : snapshot.content()))
                cluster.breach(
                        rank,
                        "installed " + snapshot.id() + ", which no state machine has written");
            cluster.history().installed(rank);
            cluster.history().restored(rank, machine.state());
        }
        node.onSnapshotInstalled((SnapshotId) input.content(), installed);
    }

    void installAsked() {
        installsPending++;
    }

    /** Whether the state machine is about to be replaced. */
    boolean installing() {
        return installsPending > 0;
    }
}

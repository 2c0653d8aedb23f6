package io.abcast.sim;

import io.abcast.driver.Driver;
import io.abcast.driver.Hello;
import io.abcast.driver.LoopEvent;
import io.abcast.driver.Neighbours;
import io.abcast.driver.SnapshotCasting;
import io.abcast.driver.SnapshotWay;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * One process of a server, from its start to its end: a {@link Driver} with its node, at a unique network address. A
 * real process has a thread; a simulated process has turns that the simulator schedules.
 */
final class SimulatedProcess {
    private static final int EVENTS_MAX = 200_000;

    private static final long ASK_NANOS = 50_000_000;

    private static final long CAST_HOLD_NANOS = 5_000_000;

    private static final long LATE_NANOS = 50_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final Cluster cluster;
    private SimulatedServer replica;
    private final int address;
    private final Storage storage;
    private final Callers callers;
    private final DrivenMachine machine;

    /** {@code null} in a process without groups. */
    private final GroupSeat seat;

    private final Driver driver;
    private final Neighbours<Integer> neighbours;
    private final Mailer mailer;
    private final Casts casts;
    private final QueueWatch queues;
    private final KnownProcesses acquaintances = new KnownProcesses();
    private ObservedEffects effects;
    private Probe probe;

    private final ArrayDeque<LoopEvent> events = new ArrayDeque<>();
    private final LoopEvent[] batch = new LoopEvent[Driver.BATCH_EVENTS_MAX];

    private long waitingBytes;

    private boolean over;
    private boolean hasView;
    private boolean storageFailed;
    private int installsPending;

    private long worked;

    private long busyUntil;
    private long pausedUntil;

    private int readsHanded;

    private long stallNanos;

    private long turnAt = NEVER;

    private long turns;

    /** Time in ns, on the clock of the process, at which the driver must run next. */
    private long driverNanos;

    SimulatedProcess(
            Cluster cluster,
            SimulatedServer replica,
            int address,
            Storage storage,
            long seed,
            long random) {
        this.cluster = cluster;
        this.replica = replica;
        this.address = address;
        this.storage = storage;
        busyUntil = cluster.now();
        callers = new Callers(cluster.history(), this, replica.lives(), replica.clock());
        machine = new DrivenMachine(cluster, this);
        int wireVersion = cluster.wireVersion(address);
        mailer = new Mailer(cluster, this, wireVersion);
        seat =
                cluster.around() == null
                        ? null
                        : new GroupSeat(cluster, this, storage, callers, seed, random);
        driver = seat == null ? plainDriver(seed, random) : seat.inner();
        neighbours =
                new Neighbours<>(
                        driver,
                        mailer,
                        () -> driver.started() && probe != null && probe.active(),
                        replica.id(),
                        cluster.initial(),
                        "sim",
                        wireVersion,
                        address,
                        ASK_NANOS,
                        cluster.witnesses());
        queues = new QueueWatch(cluster.history(), this, driver, callers);
        casts = new Casts(cluster, this, storage, new Rng(~random));
        SnapshotWay way = cluster.castsSnapshots() ? casting() : SnapshotWay.NONE;
        if (seat == null) driver.connect(neighbours, way);
        else seat.connect(neighbours, way);
    }

    private Driver plainDriver(long seed, long random) {
        return new Driver(
                "#" + replica.id(),
                driven -> node(driven, seed),
                storage,
                machine,
                callers,
                random,
                cluster.requestNanos(),
                () -> "");
    }

    private SnapshotCasting casting() {
        SnapshotCasting casting =
                new SnapshotCasting(
                        casts,
                        storage,
                        Casts.BYTES_MIN,
                        CAST_HOLD_NANOS,
                        () -> probe == null ? new TreeMap<>() : probe.lackedByFollowers());
        casts.decidedBy(casting);
        return casting;
    }

    private Node node(Effects driven, long seed) {
        ObservedEffects observed = new ObservedEffects(cluster, this, driven);
        NodeFactory.Instance instance = replica.create(seed, observed);
        inhabit(observed, instance.probe());
        return new ObservedNode(cluster, this, instance.node());
    }

    /** Called once, by the server that creates the process. */
    void inhabit(ObservedEffects observed, Probe nodeProbe) {
        effects = observed;
        probe = nodeProbe;
    }

    GroupSeat seat() {
        return seat;
    }

    void begin() throws IOException {
        try {
            driver.recover(this::post);
        } catch (IOException e) {
            storage.close();
            throw e;
        }
        wake(cluster.now());
    }

    int rank() {
        return replica.rank();
    }

    int id() {
        return replica.id();
    }

    int address() {
        return address;
    }

    SimulatedServer replica() {
        return replica;
    }

    void moveTo(SimulatedServer twin) {
        replica = twin;
    }

    Callers callers() {
        return callers;
    }

    DrivenMachine machine() {
        return machine;
    }

    Mailer mailer() {
        return mailer;
    }

    Neighbours<Integer> neighbours() {
        return neighbours;
    }

    /** {@code null} before the node's first event and for a protocol without probes. */
    Probe probe() {
        return driver.started() ? probe : null;
    }

    boolean over() {
        return over;
    }

    /**
     * Whether messages of this process to the server of {@code other} go to {@code other}, and not to a second process
     * of the server.
     */
    boolean reaches(SimulatedProcess other) {
        Integer known = neighbours.addressOf(other.id());
        return known != null && known == other.address;
    }

    boolean fails() {
        return storageFailed;
    }

    boolean hasView() {
        return hasView;
    }

    boolean isBlocked() {
        return !storage.hasRoom();
    }

    boolean paused() {
        return pausedUntil > cluster.now();
    }

    boolean standsStill() {
        return Math.max(busyUntil, pausedUntil) > cluster.now() || !storage.hasRoom();
    }

    void dieAfter(int count) {
        effects.dieAfter(count);
    }

    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, cluster.now() + nanos);
    }

    void stall(long nanos) {
        stallNanos = nanos;
    }

    void unpause() {
        pausedUntil = 0;
        stallNanos = 0;
        wake(cluster.now());
    }

    void kill() {
        over = true;
        events.clear();
    }

    void arrived(Packet packet) {
        if (packet.to() != address) return;
        arrived(
                packet.wireBytes(),
                () -> {
                    if (packet.content() instanceof Hello hello) greeted(packet.from(), hello);
                    else received(packet.from(), (Message) packet.content());
                });
    }

    void arrived(int group, int from, Message message, int wireBytes, BooleanSupplier isTooOld) {
        arrived(
                wireBytes,
                () -> {
                    if (isTooOld.getAsBoolean()) return;
                    works(cluster.cpuNanos(message));
                    seat.driver().onGroupMessage(group, from, message);
                });
    }

    private void arrived(int wireBytes, Runnable handler) {
        if (over) return;
        if (waitingBytes >= cluster.inboxBytesMax()) {
            cluster.coverage().saw(CommonGoal.MESSAGES_DROPPED_BY_A_FULL_INBOX, 1);
            return;
        }
        waitingBytes += wireBytes;
        post(
                on -> {
                    waitingBytes -= wireBytes;
                    handler.run();
                });
    }

    private void greeted(int from, Hello hello) {
        acquaintances.onHello(from, hello);
        long own = neighbours.incarnation();
        neighbours.onHello(from, hello);
        boolean later = own > hello.incarnation() || (own == hello.incarnation() && address > from);
        if (driver.ended() && hello.id() == id() && own > 0 && later)
            cluster.breach(rank(), "a process has stopped for an older one of its server");
        checkAddresses();
    }

    private void checkAddresses() {
        for (int id : cluster.members().ids()) {
            Integer known = neighbours.addressOf(id);
            if (known != null && acquaintances.isOutdated(id, known))
                cluster.breach(
                        rank(), "the driver sends to a process of #" + id + " before the last");
        }
    }

    private void received(int from, Message message) {
        works(cluster.cpuNanos(message));
        int sender = neighbours.idAt(from);
        if (sender == 0) {
            cluster.coverage().saw(CommonGoal.MESSAGES_OF_STRANGERS, 1);
            neighbours.onStranger(from);
        } else {
            driver.onMessage(sender, message);
        }
    }

    void view(List<Integer> view) {
        hasView = true;
        post(
                on -> {
                    acquaintances.onView(view);
                    neighbours.onView(view);
                    checkAddresses();
                });
    }

    void cast(SnapshotId snapshot, byte[] content) {
        if (!over) casts.arrived(snapshot, content);
    }

    void storageFails() {
        storageFailed = true;
    }

    void installAsked() {
        installsPending++;
    }

    void installAnswered() {
        installsPending--;
    }

    boolean installing() {
        return installsPending > 0;
    }

    void readsHanded() {
        if (++readsHanded > 1) cluster.breach(rank(), "the driver has not grouped reads");
    }

    void post(LoopEvent event) {
        if (over) return;
        if (events.size() >= EVENTS_MAX) {
            cluster.breach(rank(), "more than " + EVENTS_MAX + " events wait");
            return;
        }
        events.addLast(event);
        wake(cluster.now());
    }

    /**
     * Adds {@code nanos} to the CPU time of the present batch; returns the virtual time in ns at which the work is
     * done.
     */
    long works(long nanos) {
        worked += nanos;
        return cluster.now() + worked;
    }

    /** Called after the clock jumps or changes its rate, or the storage has new space. */
    void look() {
        if (over) return;
        turnAt = NEVER;
        wakeForDriver(0);
        if (!events.isEmpty()) wake(cluster.now());
    }

    private void wakeForDriver(long late) {
        if (driverNanos != Driver.NEVER) wake(replica.clock().trueTimeOf(driverNanos) + late);
    }

    private void wake(long nanos) {
        long at = Math.max(nanos, Math.max(busyUntil, pausedUntil));
        if (over || at >= turnAt) return;
        turnAt = at;
        long turn = ++turns;
        cluster.queue()
                .at(
                        at,
                        () -> {
                            if (turn == turns && !over) due();
                        });
    }

    private void due() {
        turnAt = NEVER;
        if (Math.max(busyUntil, pausedUntil) > cluster.now()) wake(cluster.now());
        else if (storage.hasRoom()) turn();
    }

    private void turn() {
        queues.look(probe(), events.size());
        if (seat != null) seat.driver().visitQueues(queues);
        int count = Math.min(Math.min(events.size(), cluster.batchMax()), batch.length);
        for (int i = 0; i < count; i++) batch[i] = events.removeFirst();
        worked = stallNanos;
        stallNanos = 0;
        readsHanded = 0;
        effects.open(true);
        driverNanos = driver.turn(replica.clock().nanos(), batch, count);
        effects.open(false);
        busyUntil = cluster.now() + worked;
        worked = 0;
        if (over) return;
        if (driver.ended()) {
            ended();
            return;
        }
        if (effects.diesNow()) {
            cluster.dies(replica);
            return;
        }
        if (callers.isOverdue(replica.clock().nanos(), cluster.requestNanos() + LATE_NANOS))
            cluster.breach(
                    rank(), "the driver has not failed a request whose time limit has passed");
        cluster.observe(replica);
        if (!events.isEmpty()) wake(cluster.now());
        wakeForDriver(cluster.timerLateness());
    }

    private void ended() {
        Throwable failure = driver.failure();
        if (failure instanceof ObservedEffects.Death || cluster.lies(id())) {
            cluster.dies(replica);
            return;
        }
        over = true;
        driver.end();
        for (LoopEvent event; (event = events.poll()) != null; ) driver.drop(event);
        try {
            driver.close();
        } catch (IOException e) {
            cluster.threw(rank(), e);
        }
        boolean twice = Cluster.isRejected(failure) && cluster.twins().include(id());
        if (!effects.halted() && !storageFailed && !replica.drive().isToBlame() && !twice)
            cluster.threw(rank(), failure);
        cluster.ended(replica, failure);
    }
}

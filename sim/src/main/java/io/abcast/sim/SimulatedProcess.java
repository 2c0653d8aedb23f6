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
 * One process of a server, from its start to its end: a {@link Driver} with its node, at a unique address. Events wait
 * while the process works, and then form the next batch. The simulator schedules the turns of the process; a real
 * process has a thread instead.
 */
final class SimulatedProcess {
    /** Maximum number of waiting events. More events indicate an endless loop. */
    private static final int EVENTS_MAX = 200_000;

    /**
     * Time in ns for which a starting process asks other processes whether its server id is free, if they do not
     * answer. Like the other timeouts of a run, it is shorter than the shipped default (of id_check_timeout), so that
     * more happens in the same virtual time.
     */
    private static final long ASK_NANOS = 50_000_000;

    /** Time in ns for which a chunk for a follower is held back, because a cast may begin. */
    private static final long CAST_HOLD_NANOS = 5_000_000;

    /** Maximum delay in ns from the time limit of a request to its failure. The delay is two ticks of the driver. */
    private static final long LATE_NANOS = 50_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final Cluster cluster;
    private SimulatedServer replica;
    private final int address;
    private final Storage storage;
    private final Callers callers;
    private final DrivenMachine machine;

    /** The part that only a replica of a group has; {@code null} in other processes. */
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

    /** Number of bytes of all waiting messages. */
    private long waitingBytes;

    private boolean over;
    private boolean hasView;
    private boolean storageFailed;
    private int installsPending;

    /** CPU time of the present batch so far, in ns. */
    private long worked;

    private long busyUntil;
    private long pausedUntil;

    private int readsHanded;

    /** Pause of the process before its next batch has any effect, in ns. */
    private long stallNanos;

    /**
     * Time in ns of the next scheduled turn of the process. The field {@code turns} counts all turns that were
     * scheduled, including this one.
     */
    private long turnAt = NEVER;

    private long turns;

    /** Time in ns at which the driver needs its next turn, on the clock of the process. */
    private long driverNanos;

    /**
     * Creates a process.
     *
     * @param seed seed of the node's random choices
     * @param random 64 random bits
     */
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

    /** Sets the effects and the probe of the node. Called once. */
    void inhabit(ObservedEffects observed, Probe nodeProbe) {
        effects = observed;
        probe = nodeProbe;
    }

    /** The part that only a replica of a group has; {@code null} in other processes. */
    GroupSeat seat() {
        return seat;
    }

    /**
     * Starts the process.
     *
     * @throws IOException if the storage cannot be used
     */
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

    /** Continues the process in the replica {@code twin}, as the older process of its server. */
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

    /** Probe of the node; {@code null} before the node's first event and for a protocol without probes. */
    Probe probe() {
        return driver.started() ? probe : null;
    }

    boolean over() {
        return over;
    }

    /**
     * Whether this process, for messages to the server of {@code other}, sends them to the process {@code other} and
     * not to another process of that server.
     */
    boolean reaches(SimulatedProcess other) {
        Integer known = neighbours.addressOf(other.id());
        return known != null && known == other.address;
    }

    /** Whether the storage has failed. The process may not have been notified yet. */
    boolean fails() {
        return storageFailed;
    }

    boolean hasView() {
        return hasView;
    }

    /** Whether the process cannot act because its storage has no room for further operations. */
    boolean isBlocked() {
        return !storage.hasRoom();
    }

    boolean paused() {
        return pausedUntil > cluster.now();
    }

    /** Whether the process is paused, or busy with a batch. */
    boolean standsStill() {
        return Math.max(busyUntil, pausedUntil) > cluster.now() || !storage.hasRoom();
    }

    // Faults of the process.

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

    /** Kills the process. The killed process causes no further effects. */
    void kill() {
        over = true;
        events.clear();
    }

    // Events from outside.

    /** Receives a message of another process. */
    void arrived(Packet packet) {
        if (packet.to() != address) return;
        arrived(
                packet.wireBytes(),
                () -> {
                    if (packet.content() instanceof Hello hello) greeted(packet.from(), hello);
                    else received(packet.from(), (Message) packet.content());
                });
    }

    /** Receives a message of a replica of any group. */
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

    /** Receives the cast of a snapshot. */
    void cast(SnapshotId snapshot, byte[] content) {
        if (!over) casts.arrived(snapshot, content);
    }

    /** Lets the storage fail. A later event reports the failure to the process. */
    void storageFails() {
        storageFailed = true;
    }

    void installAsked() {
        installsPending++;
    }

    void installAnswered() {
        installsPending--;
    }

    /** Whether the state machine is about to be replaced. */
    boolean installing() {
        return installsPending > 0;
    }

    /** Checks that the driver passes all reads of a batch to the node as one read. */
    void readsHanded() {
        if (++readsHanded > 1) cluster.breach(rank(), "the driver has not grouped reads");
    }

    /** Adds an event to the next batch. */
    void post(LoopEvent event) {
        if (over) return;
        if (events.size() >= EVENTS_MAX) {
            cluster.breach(rank(), "more than " + EVENTS_MAX + " events wait");
            return;
        }
        events.addLast(event);
        wake(cluster.now());
    }

    // The thread of the process.

    /**
     * Occupies the process for the given time.
     *
     * @return the time at which the work is done
     */
    long works(long nanos) {
        worked += nanos;
        return cluster.now() + worked;
    }

    /** Schedules a turn again after a jump of the clock, a change of its rate, or new space in the storage. */
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

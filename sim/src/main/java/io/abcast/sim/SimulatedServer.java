package io.abcast.sim;

import io.abcast.driver.LoopEvent;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Probe;
import io.abcast.sim.check.ObservedRead;
import io.abcast.sim.check.ObservedRequest;
import java.io.IOException;

/**
 * One simulated server: its disk, its state machine, its clock, and its present process. If a server is started again
 * while its process runs, the older process continues in another object of this class, the <em>twin</em>.
 */
final class SimulatedServer implements Drive.Owner {
    enum State {
        DOWN,
        UP,
        /** The node or the disk has stopped the process; the server acts again only after a restart. */
        HALTED
    }

    private final Cluster cluster;
    private final int rank;
    private final int id;
    private final Rng random;
    private Drive drive;
    private Machine machine = new Machine();
    private SkewedClock clock;

    private State state = State.DOWN;

    /** {@code null} after the process has ended. */
    private SimulatedProcess life;

    private int lives;

    private boolean bootstrap;

    private boolean withheld;

    SimulatedServer(Cluster cluster, int rank, DiskModel model, Rng random) {
        this.cluster = cluster;
        this.rank = rank;
        this.id = cluster.members().id(rank);
        this.random = random;
        this.drive = new Drive(model, random.split(), cluster.queue(), id, cluster.initial(), this);
        this.clock = newClock();
    }

    private SimulatedServer(SimulatedServer server, int rank) {
        cluster = server.cluster;
        this.rank = rank;
        id = server.id;
        random = server.random;
        drive = server.drive;
        machine = server.machine;
        clock = server.clock;
        clock.watchedBy(this::look);
        life = server.life;
        lives = server.lives;
        state = server.state;
    }

    private SkewedClock newClock() {
        return new SkewedClock(cluster::now, this::look);
    }

    private void look() {
        if (life != null) life.look();
    }

    /**
     * After the call, this server has no process and can be started.
     *
     * @param keepsDisk whether this server keeps a disk with at least the durable data; otherwise the server gets a new
     *     disk
     */
    SimulatedServer leaveBehind(int twinRank, boolean keepsDisk) {
        SimulatedServer twin = new SimulatedServer(this, twinRank);
        drive = twin.drive.handOver(random.split(), this, keepsDisk);
        twin.drive.ownedBy(twin);
        twin.drive.hold(true);
        machine = new Machine();
        clock = newClock();
        life = null;
        state = State.DOWN;
        twin.life.moveTo(twin);
        return twin;
    }

    boolean isTwin() {
        return rank == cluster.members().size();
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

    boolean fails() {
        return state == State.HALTED || (life != null && life.fails());
    }

    SimulatedProcess life() {
        return life;
    }

    int lives() {
        return lives;
    }

    Drive drive() {
        return drive;
    }

    Machine machine() {
        return machine;
    }

    SkewedClock clock() {
        return clock;
    }

    /** {@code null} while the server is down, before the node's first event, and for a protocol without probes. */
    Probe probe() {
        return life == null ? null : life.probe();
    }

    boolean paused() {
        return life != null && life.paused();
    }

    boolean standsStill() {
        return life != null && life.standsStill();
    }

    String describe() {
        return String.format(
                "  #%d %s%s disk (%s, %s] machine %s pending %d reads %d %s",
                id,
                state,
                paused() ? " paused" : "",
                Trace.zxid(drive.ledger().asked().after()),
                Trace.zxid(drive.ledger().asked().lastZxid()),
                life == null || life.seat() == null
                        ? Trace.zxid(machine.lastZxid())
                        : "at " + life.seat().machine().seq(),
                cluster.history().pending(rank).size(),
                cluster.history().pendingReads(rank).size(),
                probe() == null ? "" : probe().line());
    }

    void start() {
        assert state != State.UP : "rank " + rank + " is up already";
        if (withheld) return;
        lives++;
        clock.start(
                random.between(0, 1L << 40), cluster.clockDrift() ? 0.95 + 0.1 * random.unit() : 1);
        long seed = random.nextLong();
        SimulatedProcess born =
                new SimulatedProcess(
                        cluster,
                        this,
                        cluster.newAddress(rank),
                        drive.open(),
                        seed,
                        random.nextLong());
        if (cluster.around() != null) cluster.around().started(id);
        try {
            born.begin();
        } catch (IOException e) {
            lives--;
            born.kill();
            if (cluster.around() != null) cluster.around().crashed(id);
            cluster.trace(rank, "refuses to start", e.getMessage());
            return;
        }
        life = born;
        state = State.UP;
    }

    NodeFactory.Instance create(long seed, Effects effects) {
        NodeFactory factory = cluster.factory();
        if (bootstrap) return factory.bootstrap(id, cluster.initial(), seed, effects);
        // Without a log, a founder that restarts has forgotten all changes of the ensemble, so the
        // founder must start with the attribute join.
        boolean joins = lives > 1 && cluster.forgetsChanges();
        return joins
                ? factory.join(id, cluster.initial(), seed, effects)
                : factory.create(id, cluster.initial(), seed, effects);
    }

    /** With {@code bootstrap}, the operator asserts that the votes that the member has forgotten do not matter. */
    void bootstrap(boolean on) {
        bootstrap = on;
    }

    void withhold(boolean on) {
        withheld = on;
    }

    boolean withheld() {
        return withheld;
    }

    void crash() {
        crash(Drive.Loss.PROCESS);
    }

    void crash(Drive.Loss loss) {
        if (state == State.DOWN) return;
        state = State.DOWN;
        stop();
        drive.crash(loss);
    }

    void halt() {
        state = State.HALTED;
        stop();
    }

    private void stop() {
        if (life != null) {
            life.kill();
            cluster.history().crashed(rank);
            if (cluster.around() != null) cluster.around().crashed(id);
        }
        life = null;
    }

    void diskFails(String why) {
        if (life == null) return;
        life.storageFails();
        drive.fail(why);
    }

    void dieAfter(int count) {
        if (life != null) life.dieAfter(count);
    }

    void pause(long nanos) {
        if (life != null) life.pause(nanos);
    }

    void stall(long nanos) {
        if (life != null) life.stall(nanos);
    }

    void unpause() {
        if (life != null) life.unpause();
    }

    ObservedRequest submit(byte[] payload) {
        return running().callers().submit(payload);
    }

    ObservedRequest reconfigure(MembershipChange change) {
        return running().callers().reconfigure(change);
    }

    ObservedRead read(Keys keys) {
        return running().callers().read(keys);
    }

    void post(LoopEvent asked) {
        running().callers().post(asked);
    }

    private SimulatedProcess running() {
        assert up() : "rank " + rank + " is " + state;
        return life;
    }

    @Override
    public void durable(Entry entry) {
        cluster.history().durable(rank, entry);
    }

    @Override
    public void failed(IOException cause, boolean deserved) {
        cluster.trace(rank, "disk error", cause.getMessage());
        if (life != null) life.storageFails();
        if (!deserved)
            cluster.breach(rank, "the storage has failed, and its disk has not: " + cause);
    }

    @Override
    public void hasRoom() {
        if (life != null) life.look();
    }

    @Override
    public void saw(CommonGoal sight) {
        cluster.coverage().saw(sight, 1);
    }

    @Override
    public void breach(String what) {
        cluster.breach(rank, what);
    }
}

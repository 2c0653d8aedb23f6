package io.abcast.sim;

import io.abcast.driver.LoopEvent;
import io.abcast.driver.RejectedException;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Probe;
import io.abcast.log.Durability;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.check.ObservedRead;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.sim.check.RunHistory;
import io.abcast.sim.liar.Lie;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;

/**
 * Simulates a whole cluster in one thread and in virtual time, with all random choices from one seed. Checkers watch
 * the simulated cluster, and its run stops at the first event that violates an invariant. All methods of a cluster name
 * a member by its server id. A cluster is not thread-safe.
 */
public final class Cluster {
    /** Decides in a test script which messages between members arrive. */
    @FunctionalInterface
    public interface Filter {
        /** Whether {@code message} from member {@code from} arrives at member {@code to}. */
        boolean passes(int from, int to, Message message);
    }

    private static final int LIFE_KIND = 101;

    private static final int STARTS_MAX = 4;

    private final ClusterModel model;
    private final Membership members;
    private final NodeFactory factory;
    private final Trace trace;

    /** {@code null} if this cluster is the only ensemble of the run. */
    private final GroupSurroundings around;

    private final EventQueue queue;
    private final Rng random;
    private final Views views;
    private final DuplicateProcesses twins;
    private final Network network;
    private final SimulatedServer[] all;
    private final ClusterDisks disks;
    private final RunHistory history;
    private final Wire wire;
    private final EnsembleMemory memory;
    private BiPredicate<Integer, Message> passes = (from, message) -> true;
    private final Coverage coverage;

    private final Set<Integer> liars;

    private final IdentityHashMap<Message, Class<?>> lies = new IdentityHashMap<>();

    private final List<Integer> rankByAddress = new ArrayList<>();
    private final DeferredFaults traps = new DeferredFaults();
    private final Leaders leaders;
    private boolean watchesEras;
    private boolean healed;
    private boolean equalSnapshots;

    public Cluster(ClusterModel model, NodeFactory factory, long seed, Trace trace) {
        this(
                model,
                factory,
                seed,
                trace,
                Checkers.all(),
                new Coverage(CoverageGoals.NONE),
                Set.of());
    }

    /** Creates a cluster that runs the nodes of {@code subject}, the protocol under test. */
    public Cluster(
            ClusterModel model, Subject subject, NodeFactory factory, long seed, Trace trace) {
        this(
                model,
                factory,
                seed,
                trace,
                subject.checkers(model.disk().durability()),
                new Coverage(CoverageGoals.NONE),
                Set.of());
        readAs(subject);
    }

    Cluster(
            ClusterModel model,
            NodeFactory factory,
            long seed,
            Trace trace,
            List<Checker> checkers,
            Coverage coverage,
            Set<Integer> liars) {
        this(model, factory, null, seed, trace, checkers, coverage, liars);
    }

    /**
     * Creates the cluster of one group's ensemble, in a run with several groups.
     *
     * @param trace the trace of this ensemble, which is a part of the run's trace
     */
    public Cluster(
            ClusterModel model,
            GroupSurroundings around,
            long seed,
            Trace trace,
            List<Checker> checkers,
            Coverage coverage) {
        this(model, null, around, seed, trace, checkers, coverage, Set.of());
    }

    private Cluster(
            ClusterModel model,
            NodeFactory factory,
            GroupSurroundings around,
            long seed,
            Trace trace,
            List<Checker> checkers,
            Coverage coverage,
            Set<Integer> liars) {
        this.around = around;
        queue = around == null ? new EventQueue() : around.queue();
        this.coverage = coverage;
        this.liars = Set.copyOf(liars);
        this.model = model;
        this.members = model.members();
        this.factory = factory;
        this.trace = trace;
        random = new Rng(seed);
        network = new Network(model.network(), ranks(), random.split(), queue, new Arrivals());
        views = new Views(this, model.hints(), network, random.split());
        twins = new DuplicateProcesses(this, network, views);
        wire = new Wire(model.codec());
        all = new SimulatedServer[members.size()];
        disks = new ClusterDisks(this, all);
        history = new RunHistory(members, model.disk().durability(), queue::now, disks, checkers);
        for (int liar : liars) history.distrust(members.rank(liar));
        for (int rank = 0; rank < all.length; rank++)
            all[rank] = new SimulatedServer(this, rank, model.disk(), random.split());
        memory =
                new EnsembleMemory(
                        all,
                        members.quorum(),
                        durability() == Durability.MEMORY && !forgetsChanges(),
                        history);
        leaders = new Leaders(all, coverage);
    }

    void readAs(Subject subject) {
        history.needHolders(subject::holdersMin);
        if (subject.hasLocalSlots()) history.numberSlotsLocally();
        disks.readAs(subject);
    }

    public Membership members() {
        return members;
    }

    public long now() {
        return queue.now();
    }

    public RunHistory history() {
        return history;
    }

    public void startAll() {
        for (SimulatedServer replica : all)
            if (around == null || !replica.up()) start(replica.id());
    }

    /** Starts a server, and with it all replicas on the server that are down. */
    public void start(int id) {
        if (around == null) startHere(id);
        else
            around.atServer(
                    id,
                    cluster -> {
                        if (cluster.up(id)) return;
                        // A replica that has halted by itself starts again when its server starts.
                        if (cluster.replica(id).state() == SimulatedServer.State.HALTED)
                            cluster.crashHere(id, Drive.Loss.PROCESS);
                        cluster.startHere(id);
                    });
    }

    private void startHere(int id) {
        mark(id, "start");
        replica(id).start();
        views.changed();
    }

    void startAgain(int id) {
        if (up(id)) return;
        // The server's replicas of other groups must not forget their data, so the simulator
        // crashes only the replica of this group.
        if (needsMemory()) crashHere(id, Drive.Loss.PROCESS);
        else crash(id);
        start(id);
    }

    /**
     * Kills the process of the member {@code id}. A random part of the data that is not durable stays on the member's
     * disk.
     */
    public void crash(int id) {
        crash(id, Drive.Loss.PROCESS);
    }

    /** Kills the process of a server, and with it the replicas of all groups on the server. */
    void crash(int id, Drive.Loss loss) {
        if (around == null) crashHere(id, loss);
        else around.atServer(id, cluster -> cluster.crashHere(id, loss));
    }

    private void crashHere(int id, Drive.Loss loss) {
        mark(id, "crash");
        SimulatedProcess life = replica(id).life();
        replica(id).crash(loss);
        memory.died();
        if (life == null) views.changed();
        else views.ended(life.rank(), life.address());
    }

    /**
     * Kills the process of the member {@code id} in the middle of a batch of events, after its node has requested
     * {@code effects} more effects.
     */
    public void crashAfter(int id, int effects) {
        mark(id, "crash after effects: " + effects);
        replica(id).dieAfter(effects);
    }

    /** Makes the member's disk fail, so that the member's driver stops its protocol node. */
    public void failDisk(int id) {
        mark(id, "disk error");
        replica(id).diskFails("disk error");
        memory.died();
    }

    void dies(SimulatedServer replica) {
        if (replica.isTwin()) twins.dies();
        else crash(replica.id());
    }

    void ended(SimulatedServer replica, Throwable failure) {
        if (trace.on()) trace.line(now(), replica.id(), "ended", failure);
        int address = replica.life().address();
        replica.halt();
        memory.died();
        views.ended(replica.rank(), address);
        twins.ended(replica, isRejected(failure));
    }

    /** Whether a process ended with {@code failure} because another process has its server id. */
    static boolean isRejected(Throwable failure) {
        return failure instanceof RejectedException rejected && rejected.isInUse();
    }

    /**
     * Starts the member again while its process still runs; allowed for at most one member of a run.
     *
     * @param keepsDisk whether the newer process gets the member's disk; the disk of the older process then stops
     *     answering
     */
    void startTwice(int id, boolean keepsDisk) {
        assert up(id);
        mark(id, keepsDisk ? "second process" : "second process, without the disk");
        SimulatedServer older = replica(id).leaveBehind(members.size(), keepsDisk);
        rankByAddress.set(older.life().address() - 1, older.rank());
        history.twin(members.rank(id));
        twins.begin(older);
        if (!keepsDisk) memory.lost(replica(id));
        memory.died();
        start(id);
    }

    /** {@code null} if no server was started twice in this run. */
    DuplicateProcesses twins() {
        return twins;
    }

    void mend(int id, boolean cut) {
        SimulatedServer replica = replica(id);
        if (replica.up() || replica.drive().refusal() == null) return;
        mark(id, "mend");
        replica.crash();
        replica.drive().mend(cut);
        if (replica.drive().lost()) memory.lost(replica);
        start(id);
    }

    /** Gives the member {@code id} an empty disk. The member must be down when its disk is replaced. */
    public void replaceDisk(int id) {
        mark(id, "replace disk");
        replica(id).drive().replace();
        memory.lost(replica(id));
    }

    void loseStorage(int id, boolean part) {
        mark(id, part ? "lose a part of the storage" : "lose the storage");
        SimulatedServer replica = replica(id);
        replica.crash();
        replica.drive().heal();
        if (!part || !replica.drive().loseTail()) replica.drive().replace();
        memory.lost(replica);
        history.storageLost(replica.rank());
        views.changed();
    }

    void watchEras() {
        watchesEras = true;
    }

    private void tellEra(SimulatedServer replica) {
        if (watchesEras && replica.probe() instanceof EnsembleProbe probe)
            history.era(replica.rank(), probe.era());
    }

    void delivering(SimulatedServer replica) {
        tellEra(replica);
    }

    SimulatedServer afflict(int id, String how) {
        mark(id, how);
        return replica(id);
    }

    /** While {@code hold} is true, no write to the log of the member {@code id} becomes durable. */
    public void holdDisk(int id, boolean hold) {
        mark(id, hold ? "hold disk" : "release disk");
        replica(id).drive().hold(hold);
    }

    /** Pauses the member's process for {@code nanos} ns, as a long garbage collection does. */
    public void pause(int id, long nanos) {
        mark(id, "pause");
        replica(id).pause(nanos);
    }

    public void cut(int from, int to) {
        if (around == null) {
            cutHere(from, to);
            return;
        }
        around.atServers(from, to, cluster -> cluster.cutHere(from, to));
        around.cut(from, to);
    }

    private void cutHere(int from, int to) {
        if (trace.on()) trace.line(now(), 0, "cut", from, "->", to);
        network.cut(members.rank(from), members.rank(to));
        views.changed();
    }

    public void join(int from, int to) {
        if (around == null) {
            joinHere(from, to);
            return;
        }
        around.atServers(from, to, cluster -> cluster.joinHere(from, to));
        around.join(from, to);
    }

    private void joinHere(int from, int to) {
        if (trace.on()) trace.line(now(), 0, "join", from, "->", to);
        network.join(members.rank(from), members.rank(to));
        views.changed();
    }

    /** Cuts the links between the member {@code id} and all other members, in both directions. */
    public void isolate(int id) {
        for (int other : members.ids()) {
            if (other == id) continue;
            cut(id, other);
            cut(other, id);
        }
    }

    public void rejoin(int id) {
        for (int other : members.ids()) {
            if (other == id) continue;
            join(id, other);
            join(other, id);
        }
    }

    /**
     * Breaks and re-establishes the connection from one member to another: messages in flight are lost, then old
     * messages arrive again.
     */
    public void resetConnection(int from, int to) {
        if (around == null) {
            resetHere(from, to);
            return;
        }
        around.atServers(from, to, cluster -> cluster.resetHere(from, to));
        around.reset(from, to);
    }

    private void resetHere(int from, int to) {
        if (trace.on()) trace.line(now(), 0, "reset", from, "->", to);
        network.reset(members.rank(from), members.rank(to));
    }

    /** Sets the filter that decides which messages between members arrive. */
    public void filter(Filter filter) {
        network.filter(
                (from, to, packet) ->
                        !(((Packet) packet).content() instanceof Message message)
                                || filter.passes(id(from), id(to), message));
    }

    /** Heals the network and the disks, ends all pauses, and starts all members that are down. */
    public void heal() {
        if (trace.on()) trace.line(now(), 0, "heal");
        healed = true;
        views.heal();
        network.heal();
        twins.heal();
        filter((from, to, message) -> true);
        traps.clear();
        for (SimulatedServer replica : all) {
            replica.drive().heal();
            replica.dieAfter(-1);
            replica.unpause();
            replica.clock().heal();
            // Restart the member, so that its driver detects damage of its storage now and not
            // after the end of the run.
            if (replica.fails() || !replica.drive().isSound()) {
                replica.crash();
                memory.died();
            }
            for (int i = 0; i < STARTS_MAX && !replica.up() && !replica.withheld(); i++) {
                mend(replica.id(), i < STARTS_MAX / 2);
                if (!replica.up()) replica.start();
            }
        }
        views.changed();
    }

    /** Submits a request or a read of a client at the member {@code id}. The member must be up. */
    public ObservedRequest submit(int id, byte[] payload) {
        return replica(id).submit(payload);
    }

    /**
     * Passes a transaction or a read of a client to the group's replica at server {@code id}. The replica must be up.
     */
    public void post(int id, LoopEvent asked) {
        replica(id).post(asked);
    }

    /**
     * Runs an operator's action in the process of the replica at server {@code id}, in the process's next batch of
     * events. The replica must be up.
     */
    public void execute(int id, Runnable action) {
        replica(id).life().post(on -> action.run());
    }

    /**
     * Passes a message from a replica of any group to a replica of this group. If the receiving replica is down, the
     * message is lost.
     *
     * @param isTooOld asked when the receiving process is about to handle the message; if true, the process drops the
     *     message as too old
     */
    public void arrive(
            int id, int group, int from, Message message, int wireBytes, BooleanSupplier isTooOld) {
        SimulatedProcess life = replica(id).life();
        if (life != null) life.arrived(group, from, message, wireBytes, isTooOld);
    }

    /**
     * The group node of the replica at server {@code id}; {@code null} while the replica is down or has not started.
     */
    public GroupNode groupNode(int id) {
        SimulatedProcess life = replica(id).life();
        return life == null || life.probe() == null ? null : life.seat().node();
    }

    /**
     * Number of deliveries in the state machine of the group's replica at server {@code id}; 0 while the replica is
     * down.
     */
    public long groupSeq(int id) {
        SimulatedProcess life = replica(id).life();
        return life == null ? 0 : life.seat().machine().seq();
    }

    /** Whether the process of the member {@code id} is paused now. */
    public boolean paused(int id) {
        return replica(id).paused();
    }

    /** Kills the member's process as a power failure does. */
    public void crashByPowerLoss(int id) {
        crash(id, Drive.Loss.POWER);
    }

    /** Requests a change of the ensemble at the member {@code id}. The member must be up. */
    public ObservedRequest reconfigure(int id, MembershipChange change) {
        mark(id, "asked to " + change);
        return replica(id).reconfigure(change);
    }

    /** The ensemble that the leader knows; without a leader, the ensemble that results from all delivered entries. */
    public Membership ensemble() {
        int leader = leader();
        Membership known = leader == 0 ? null : probe(leader).ensemble();
        return known == null ? history.ensemble() : known;
    }

    int unanswered() {
        int waiting = 0;
        for (int id : ensemble().ids()) {
            if (lies(id)) continue;
            int rank = members.rank(id);
            waiting += history.pending(rank).size() + history.pendingReads(rank).size();
        }
        return waiting;
    }

    /** Submits a read of all keys at the member {@code id}. The member must be up. */
    public ObservedRead read(int id) {
        return read(id, Keys.ALL_READ);
    }

    ObservedRead read(int id, Keys keys) {
        return replica(id).read(keys);
    }

    /** Whether the member {@code id} is faulty and sends lies in this run. */
    public boolean lies(int id) {
        return liars.contains(id);
    }

    public boolean up(int id) {
        return replica(id).up();
    }

    /**
     * Probe that shows the state of the member {@code id}; {@code null} while the member is down, and for a protocol
     * that has no probes.
     */
    public Probe probe(int id) {
        return replica(id).probe();
    }

    /** Whether the member has not forgotten its history or any vote that it has cast. */
    boolean remembers(int id) {
        return EnsembleMemory.remembers(replica(id));
    }

    boolean remembersDurably(int id) {
        return remembers(id) && replica(id).drive().ledger().hasPersisted();
    }

    boolean hasLost(int id) {
        Drive drive = replica(id).drive();
        return drive.lost() || !drive.isSound();
    }

    boolean forgetsChanges() {
        return durability() == Durability.MEMORY && members.voters() < members.size();
    }

    /**
     * Whether the protocol is allowed to have no leader now. A protocol may have no leader if, at some time, fewer
     * members than a quorum still remembered the votes that they had cast. Under the restricted rule of some Zab
     * variants, a new leader needs the logs of f+1 members besides the last leader.
     */
    public boolean isBlocked(Subject subject) {
        if (memory.lostTooMany(subject.votersMin(ensemble().voters()))) return true;
        int remember = 0;
        for (int id : ensemble().voterIds()) if (remembers(id)) remember++;
        if (!isRestricted(subject) || leader() != 0) return false;
        return remember == ensemble().quorum() && remember < ensemble().voters();
    }

    private boolean isRestricted(Subject subject) {
        for (int voters = 2; voters <= members.size(); voters++)
            if (subject.holdersMin(voters) <= voters / 2) return true;
        return false;
    }

    /** Whether members have no logs, but at least a quorum must remember the history at all times. */
    boolean needsMemory() {
        return forgetsChanges() || (around != null && durability() == Durability.MEMORY);
    }

    boolean atServer(int id, BiPredicate<Cluster, Integer> test) {
        if (around == null) return test.test(this, id);
        boolean[] all = {true};
        around.atServer(id, cluster -> all[0] &= test.test(cluster, id));
        return all[0];
    }

    int honest() {
        return members.size() - liars.size();
    }

    /** Whether the member has lost, or will lose, a part of its storage and does not yet vote again. */
    boolean lacksStorage(int id) {
        SimulatedServer replica = replica(id);
        if (durability() == Durability.MEMORY) return !remembers(id);
        boolean damaged = !replica.drive().isSound();
        return damaged || (hasLost(id) && !remembers(id)) || (replica.up() && !remembers(id));
    }

    /** Record of which members still remember the order of entries, in a run without logs. */
    public EnsembleMemory memory() {
        return memory;
    }

    /** Id of the established leader with the highest epoch; 0 without a leader. */
    public int leader() {
        SimulatedServer leader = leaders.newest();
        return leader == null ? 0 : leader.id();
    }

    /** Zxid of the last entry in the state machine of the member. */
    public long stateZxid(int id) {
        return replica(id).machine().lastZxid();
    }

    /** Entries of the member's log, as the storage returns them. */
    public List<Entry> log(int id) {
        return replica(id).drive().ledger().asked().log();
    }

    List<Entry> memberships(int id) {
        return replica(id).drive().ledger().asked().memberships();
    }

    /**
     * The state that the {@code persist} effect of the member {@code id} last made durable; {@code null} if there is no
     * such state.
     */
    public byte[] persisted(int id) {
        return replica(id).drive().ledger().state();
    }

    public void at(long nanos, Runnable action) {
        queue.at(nanos, action);
    }

    public void runFor(long nanos) {
        long until = now() + nanos;
        runUntil(() -> false, nanos);
        if (ok()) queue.advanceTo(Math.max(now(), until));
    }

    /**
     * Runs the cluster until {@code condition} holds, an invariant is violated, or {@code nanosMax} ns of virtual time
     * have passed.
     *
     * @return whether {@code condition} holds when the run stops
     */
    public boolean runUntil(BooleanSupplier condition, long nanosMax) {
        long until = now() + nanosMax;
        while (ok() && !condition.getAsBoolean()) {
            if (queue.isEmpty() || queue.nextTime() > until) return false;
            queue.runNext();
            if (queue.isExhausted()) history.endless(queue.ran());
        }
        return ok();
    }

    /** Whether the cluster has violated no invariant so far. */
    public boolean ok() {
        return history.violations().isEmpty();
    }

    /** Describes the state of the cluster, one line for each member. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        for (SimulatedServer replica : all) text.append(replica.describe()).append('\n');
        if (twins.older() != null) text.append(twins.replica().describe()).append('\n');
        return text.toString();
    }

    /** Number of messages that members have sent in this run. */
    public long messages() {
        return network.messages();
    }

    public DiskFigures disks() {
        return DiskFigures.of(all);
    }

    Coverage coverage() {
        return coverage;
    }

    /** The cluster drops each sent message for which {@code test} returns false; the test gets the sender's id. */
    void onSend(BiPredicate<Integer, Message> test) {
        passes = test;
    }

    boolean passes(int from, Message message) {
        return passes.test(from, message);
    }

    DeferredFaults traps() {
        return traps;
    }

    Network network() {
        return network;
    }

    SimulatedServer replica(int id) {
        int rank = members.rank(id);
        if (rank < 0) throw new IllegalArgumentException("no member " + id + " among " + members);
        return all[rank];
    }

    /** Number of array indices (ranks) of members; a server that was started twice has two ranks. */
    int ranks() {
        return members.size() + 1;
    }

    private int id(int rank) {
        return rank < members.size() ? members.id(rank) : twins.replica().id();
    }

    SimulatedServer replicaAt(int rank) {
        return rank < members.size() ? all[rank] : twins.replica();
    }

    /** {@code null} if the process with this rank (array index) does not run. */
    SimulatedProcess lifeAt(int rank) {
        SimulatedServer replica = replicaAt(rank);
        return replica == null ? null : replica.life();
    }

    EventQueue queue() {
        return queue;
    }

    GroupSurroundings around() {
        return around;
    }

    int groupWireVersion() {
        return around.codec() == null ? 1 : around.codec().versionMax();
    }

    NodeFactory factory() {
        return factory;
    }

    Membership initial() {
        return Membership.of(members.voterIds(), new int[0]);
    }

    int batchMax() {
        return model.batchMax();
    }

    boolean clockDrift() {
        return model.clockDrift();
    }

    Durability durability() {
        return model.disk().durability();
    }

    boolean hintsAreTrue() {
        return views.areTrue();
    }

    long syncNanosMax() {
        return model.disk().syncNanosMax();
    }

    int newAddress(int rank) {
        network.begins(rank);
        twins.begins(rank);
        rankByAddress.add(rank);
        return rankByAddress.size();
    }

    int rankAt(int address) {
        return rankByAddress.get(address - 1);
    }

    long requestNanos() {
        return model.requestNanos();
    }

    boolean castsSnapshots() {
        return model.casts();
    }

    long inboxBytesMax() {
        return healed ? ClusterModel.INBOX_BYTES_MAX : model.inboxBytesMax();
    }

    /** In runs with mixed versions, every second process uses the frame version of the previous release. */
    int wireVersion(int address) {
        if (model.oldWireVersion() > 0 && address % 2 == 0) {
            coverage.saw(CommonGoal.PROCESSES_OF_AN_OLD_VERSION, 1);
            return model.oldWireVersion();
        }
        return model.codec() == null ? 1 : model.codec().versionMax();
    }

    int witnesses() {
        return liars.size() + 1;
    }

    long timerLateness() {
        return model.timerNanosMax() == 0 ? 0 : random.between(0, model.timerNanosMax());
    }

    /** Sets whether members with equal states write equal snapshots, as applications should. */
    public void equalSnapshots(boolean areEqual) {
        equalSnapshots = areEqual;
    }

    boolean equalSnapshots() {
        return equalSnapshots;
    }

    int snapshotPadding() {
        return random.below(model.snapshotPaddingMax() + 1);
    }

    int snapshotPadding(long zxid) {
        return (int) Math.floorMod(zxid * 0x9E3779B97F4A7C15L, model.snapshotPaddingMax() + 1L);
    }

    long cpuNanos(Message message) {
        return model.network().messageCpuNanos()
                + (long) (model.network().byteCpuNanos() * message.wireBytes());
    }

    /**
     * Encodes the message and returns the decoded result; {@code null} if the codec of the protocol violated its
     * contract.
     */
    Message encoded(int rank, Message message, int wireVersion) {
        Message passed = wire.pass(message, wireVersion);
        if (wire.complaint() != null) breach(rank, wire.complaint());
        return passed;
    }

    /**
     * Encodes the lie (false message of a faulty member) and returns the decoded message; {@code null} if the receiver
     * drops the frame as malformed.
     */
    Message encoded(int rank, Lie lie) {
        Message passed = wire.passLie(lie);
        coverage.lied(lie.kind(), passed != null);
        if (wire.complaint() != null) history.breach(-1, wire.complaint());
        if (passed != null) lies.put(passed, lie.kind());
        return passed;
    }

    void handed(Message message) {
        Class<?> kind = lies.isEmpty() ? null : lies.remove(message);
        if (kind != null) coverage.believed(kind);
    }

    void observe(SimulatedServer replica) {
        Probe probe = replica.probe();
        if (!replica.isTwin()) {
            memory.observe(replica);
            leaders.observe(replica);
        }
        tellEra(replica);
        if (around != null) around.observe(replica.id());
        if (probe != null && probe.leads()) history.leads(replica.rank(), probe.epoch());
    }

    void breach(int rank, String what) {
        if (trace.on()) trace.line(now(), id(rank), "BREACH", what);
        history.breach(rank, what);
    }

    void threw(int rank, Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        breach(rank, "the node threw " + text);
    }

    boolean tracing() {
        return trace.on();
    }

    void trace(int rank, String what, Object detail) {
        if (trace.on()) trace.line(now(), id(rank), what, detail);
    }

    void trace(int rank, String what, Object detail, Object more) {
        if (trace.on()) trace.line(now(), id(rank), what, detail, more);
    }

    void trace(int rank, String what, Object detail, Object more, Object last) {
        if (trace.on()) trace.line(now(), id(rank), what, detail, more, last);
    }

    void mix(int id, int kind, long detail) {
        trace.mix(now(), members.rank(id), kind, detail);
    }

    void mix(int rank, Trace.Effect effect, long detail) {
        trace.mix(now(), rank, effect.ordinal(), detail);
    }

    void traceInput(int rank, Trace.Input input, long detail, Object content) {
        trace.mix(now(), rank, 64 + input.ordinal(), detail);
        if (trace.on())
            trace.line(now(), id(rank), input.toString(), input.detail(detail), content);
    }

    void mark(int id, String what) {
        trace.mix(now(), members.rank(id), LIFE_KIND, what.hashCode());
        if (trace.on()) trace.line(now(), id, "==", what);
    }

    @Override
    public String toString() {
        return "cluster of "
                + members
                + " at "
                + now()
                + " ns, messages "
                + messages()
                + ", states "
                + Arrays.toString(Arrays.stream(all).map(SimulatedServer::state).toArray());
    }

    private final class Arrivals implements Network.Receiver {
        @Override
        public void arrived(int from, int to, Message message) {
            SimulatedProcess life = lifeAt(to);
            if (life != null) life.arrived((Packet) message);
        }

        @Override
        public void repeated(boolean old) {
            coverage.saw(
                    old ? CommonGoal.VERY_OLD_MESSAGES_REPEATED : CommonGoal.MESSAGES_REPEATED, 1);
        }

        @Override
        public void lost(int from, int to, Message message) {
            coverage.saw(CommonGoal.MESSAGES_LOST, 1);
            if (trace.on()) trace.line(now(), id(from), "  lost -> #" + id(to), message);
        }
    }
}

package io.abcast.sim;

/**
 * Controls the older process of a server that was started a second time. At first, the older process of a server that
 * was started twice reaches no member. Later, the older process reaches only members that know the server's newer
 * process. When the two processes of the server have reached each other, the older or the newer process stops. If the
 * newer process stops, the operator ends the older process and starts the server again.
 */
final class DuplicateProcesses {
    /** Interval in ns between two checks of which members know the newer process. */
    private static final long ACQUAINT_NANOS = 20_000_000;

    /** Time in ns that the operator needs to end the older process of a server. */
    private static final long BY_HAND_NANOS = 100_000_000;

    private final Cluster cluster;
    private final Network network;
    private final Views views;

    /**
     * The replica object in which the older process of the server continues; {@code null} if no server was started
     * twice.
     */
    private SimulatedServer replica;

    /** Whether the initial isolation of the older process has ended. */
    private boolean returns;

    private boolean unfenced;

    /** Whether the operator is about to end the older process of the server. */
    private boolean settling;

    DuplicateProcesses(Cluster cluster, Network network, Views views) {
        this.cluster = cluster;
        this.network = network;
        this.views = views;
    }

    /** Makes the older process of the server continue in the replica {@code older}. */
    void begin(SimulatedServer older) {
        assert replica == null : "a second server is started twice";
        replica = older;
        cluster.coverage().saw(CommonGoal.SERVERS_STARTED_TWICE, 1);
        isolate();
    }

    /** The replica object in which the older process runs or ran; {@code null} if no server was started twice. */
    SimulatedServer replica() {
        return replica;
    }

    /** The older process of the server; {@code null} if the older process does not run. */
    SimulatedProcess older() {
        return replica == null ? null : replica.life();
    }

    private SimulatedProcess newer() {
        return cluster.replica(replica.id()).life();
    }

    /** Whether the server {@code id} was started a second time while its older process ran. */
    boolean include(int id) {
        return replica != null && replica.id() == id;
    }

    private void isolate() {
        for (int rank = 0; rank < cluster.members().size(); rank++) {
            network.cut(rank, replica.rank());
            network.cut(replica.rank(), rank);
        }
    }

    /** Lets the older process later reach all members, including the members that do not know the newer process. */
    void unfenced() {
        unfenced = true;
    }

    /** Restores the links between the older process of a server and each member that knows the newer process. */
    void meet() {
        if (older() == null || returns) return;
        cluster.mark(replica.id(), "older process returns");
        returns = true;
        acquaint();
    }

    private void acquaint() {
        if (older() == null) return;
        SimulatedProcess newer = newer();
        boolean any = false;
        for (int id : cluster.members().ids()) {
            SimulatedServer member = cluster.replica(id);
            SimulatedProcess other = member.life();
            if (newer == null || other == null) continue;
            if (unfenced || other == newer || other.reaches(newer)) any |= join(member.rank());
        }
        if (any) views.changed();
        cluster.at(cluster.now() + ACQUAINT_NANOS, this::acquaint);
    }

    /** Records that a process of a member starts. A process that starts does not know the other processes yet. */
    void begins(int rank) {
        if (older() == null || rank == replica.rank() || !network.joined(rank, replica.rank()))
            return;
        network.cut(rank, replica.rank());
        network.cut(replica.rank(), rank);
    }

    private boolean join(int rank) {
        if (network.joined(replica.rank(), rank)) return false;
        network.join(replica.rank(), rank);
        network.join(rank, replica.rank());
        return true;
    }

    /** Heals the faults of the older process, and restores its links to the members that know the newer process. */
    void heal() {
        if (older() == null) return;
        isolate();
        replica.dieAfter(-1);
        replica.unpause();
        replica.clock().heal();
        meet();
    }

    /** Records that the older or the newer process of a server has ended by itself. */
    void ended(SimulatedServer process, boolean rejected) {
        if (process == replica) {
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_STOPPED, 1);
        } else if (rejected && include(process.id())) {
            settling = true;
            cluster.at(cluster.now() + BY_HAND_NANOS, this::settle);
        }
    }

    /**
     * Whether both processes of the server run, or the operator is about to end the older process. If a held disk
     * prevents the older process from stopping, this method ends the older process as the operator would.
     */
    boolean bothRun() {
        if (older() != null && older().isBlocked()) settle();
        return needMemory();
    }

    /**
     * Whether the older process still runs, so that no fault may make members forget the newer process. Members that
     * forget the newer process would accept the older process as the only one.
     */
    boolean needMemory() {
        return older() != null || settling;
    }

    /** Whether both processes of the server are active, so that one process can notice the other process and stop. */
    boolean bothAct() {
        boolean newerActs =
                cluster.up(replica.id()) && !cluster.replica(replica.id()).standsStill();
        return newerActs && !replica.standsStill();
    }

    /**
     * Acts for an operator who ends the older process. The operator also starts the server again if the server's newer
     * process has ended.
     */
    private void settle() {
        settling = false;
        if (older() != null) {
            cluster.mark(replica.id(), "end of the older process");
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_ENDED_BY_HAND, 1);
            dies();
        }
        cluster.startAgain(replica.id());
    }

    /** Records that the older process of a server has crashed. */
    void dies() {
        int address = older().address();
        replica.crash();
        views.ended(replica.rank(), address);
    }
}

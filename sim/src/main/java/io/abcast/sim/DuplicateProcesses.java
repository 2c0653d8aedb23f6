package io.abcast.sim;

/**
 * Controls the older process of a server that was started a second time. At first the process reaches no member; later
 * it reaches only members that know the newer process. After the two processes have met, one of them stops. If the
 * newer process stops, the operator ends the older process.
 */
final class DuplicateProcesses {
    /** Interval in ns between two checks of which members have met the newer process. */
    private static final long ACQUAINT_NANOS = 20_000_000;

    /** Time in ns that the operator needs to end a process. */
    private static final long BY_HAND_NANOS = 100_000_000;

    private final Cluster cluster;
    private final Network network;
    private final Views views;

    /** The replica as which the older process continues; {@code null} if no server was started twice. */
    private SimulatedServer replica;

    /** Whether the older process may reach members again. */
    private boolean returns;

    private boolean unfenced;

    /** Whether the operator is about to end the older process. */
    private boolean settling;

    DuplicateProcesses(Cluster cluster, Network network, Views views) {
        this.cluster = cluster;
        this.network = network;
        this.views = views;
    }

    /** Continues the older process as the replica {@code older}. */
    void begin(SimulatedServer older) {
        assert replica == null : "a second server is started twice";
        replica = older;
        cluster.coverage().saw(CommonGoal.SERVERS_STARTED_TWICE, 1);
        isolate();
    }

    /** The replica as which the older process runs or ran; {@code null} if no server was started twice. */
    SimulatedServer replica() {
        return replica;
    }

    /** The older process; {@code null} if it does not run. */
    SimulatedProcess older() {
        return replica == null ? null : replica.life();
    }

    private SimulatedProcess newer() {
        return cluster.replica(replica.id()).life();
    }

    /** Whether this server was started again while its process ran. Messages of that process may arrive late. */
    boolean include(int id) {
        return replica != null && replica.id() == id;
    }

    private void isolate() {
        for (int rank = 0; rank < cluster.members().size(); rank++) {
            network.cut(rank, replica.rank());
            network.cut(replica.rank(), rank);
        }
    }

    /** Lets the older process later reach all members, also the members that do not know the newer process. */
    void unfenced() {
        unfenced = true;
    }

    /** Restores the links between the older process and each member that knows the newer process. */
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

    /** Records that a process of a member starts. The new process does not know the other processes yet. */
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

    /** Restores all links. */
    void heal() {
        if (older() == null) return;
        isolate();
        replica.dieAfter(-1);
        replica.unpause();
        replica.clock().heal();
        meet();
    }

    /** Records that a process has ended by itself. */
    void ended(SimulatedServer process, boolean rejected) {
        if (process == replica) {
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_STOPPED, 1);
        } else if (rejected && include(process.id())) {
            settling = true;
            cluster.at(cluster.now() + BY_HAND_NANOS, this::settle);
        }
    }

    /**
     * Whether both processes run, or the operator is about to end one of the two processes. The operator ends an older
     * process that is blocked by its disk.
     */
    boolean bothRun() {
        if (older() != null && older().isBlocked()) settle();
        return needMemory();
    }

    /**
     * Whether the older process still runs. While it runs, faults must not make members forget the newer process; they
     * would then follow the older process.
     */
    boolean needMemory() {
        return older() != null || settling;
    }

    /** Whether both processes of the server are active, so that one process can stop because of the other. */
    boolean bothAct() {
        boolean newerActs =
                cluster.up(replica.id()) && !cluster.replica(replica.id()).standsStill();
        return newerActs && !replica.standsStill();
    }

    /** Acts for an operator: ends the older process, and starts the server again if the newer process has ended. */
    private void settle() {
        settling = false;
        if (older() != null) {
            cluster.mark(replica.id(), "end of the older process");
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_ENDED_BY_HAND, 1);
            dies();
        }
        cluster.startAgain(replica.id());
    }

    /** Records a crash of the older process. */
    void dies() {
        int address = older().address();
        replica.crash();
        views.ended(replica.rank(), address);
    }
}

package io.abcast.sim;

/**
 * Controls the older process of a server that was started a second time. The older process at first reaches no member,
 * and later only members that know the newer process. When the two processes have reached each other, the older or the
 * newer process stops. If the newer process stops, the operator ends the older process and starts the server again.
 */
final class DuplicateProcesses {
    private static final long ACQUAINT_NANOS = 20_000_000;

    private static final long BY_HAND_NANOS = 100_000_000;

    private final Cluster cluster;
    private final Network network;
    private final Views views;

    /** {@code null} if no server was started twice. */
    private SimulatedServer replica;

    private boolean returns;

    private boolean unfenced;

    private boolean settling;

    DuplicateProcesses(Cluster cluster, Network network, Views views) {
        this.cluster = cluster;
        this.network = network;
        this.views = views;
    }

    void begin(SimulatedServer older) {
        assert replica == null : "a second server is started twice";
        replica = older;
        cluster.coverage().saw(CommonGoal.SERVERS_STARTED_TWICE, 1);
        isolate();
    }

    SimulatedServer replica() {
        return replica;
    }

    /** {@code null} if the older process does not run. */
    SimulatedProcess older() {
        return replica == null ? null : replica.life();
    }

    private SimulatedProcess newer() {
        return cluster.replica(replica.id()).life();
    }

    boolean include(int id) {
        return replica != null && replica.id() == id;
    }

    private void isolate() {
        for (int rank = 0; rank < cluster.members().size(); rank++) {
            network.cut(rank, replica.rank());
            network.cut(replica.rank(), rank);
        }
    }

    void unfenced() {
        unfenced = true;
    }

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

    void heal() {
        if (older() == null) return;
        isolate();
        replica.dieAfter(-1);
        replica.unpause();
        replica.clock().heal();
        meet();
    }

    void ended(SimulatedServer process, boolean rejected) {
        if (process == replica) {
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_STOPPED, 1);
        } else if (rejected && include(process.id())) {
            settling = true;
            cluster.at(cluster.now() + BY_HAND_NANOS, this::settle);
        }
    }

    /**
     * If a held disk prevents the older process from stopping, this method ends the older process as the operator
     * would.
     */
    boolean bothRun() {
        if (older() != null && older().isBlocked()) settle();
        return needMemory();
    }

    /** Members that forget the newer process would accept the older process as the only one. */
    boolean needMemory() {
        return older() != null || settling;
    }

    boolean bothAct() {
        boolean newerActs =
                cluster.up(replica.id()) && !cluster.replica(replica.id()).standsStill();
        return newerActs && !replica.standsStill();
    }

    private void settle() {
        settling = false;
        if (older() != null) {
            cluster.mark(replica.id(), "end of the older process");
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_ENDED_BY_HAND, 1);
            dies();
        }
        cluster.startAgain(replica.id());
    }

    void dies() {
        int address = older().address();
        replica.crash();
        views.ended(replica.rank(), address);
    }
}

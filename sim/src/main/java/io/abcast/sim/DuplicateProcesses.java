package io.abcast.sim;

/**
 * The older process of a server that was started a second time. It reaches no member at first, and then those that know the newer process. When the two have
 * met, one of them stops. If that is the newer one, a person ends the older one.
 */
final class DuplicateProcesses {
    /** How often members are looked at that may have met the newer process. */
    private static final long ACQUAINT_NANOS = 20_000_000;

    /** A person needs so long. */
    private static final long BY_HAND_NANOS = 100_000_000;

    private final Cluster cluster;
    private final Network network;
    private final Views views;

    /** {@code null}: no server was started twice. */
    private SimulatedServer replica;

    /** Whether the older process reaches others again, and also those that do not know the newer one. */
    private boolean returns;

    private boolean unfenced;

    /** Whether a person is about to end it. */
    private boolean settling;

    DuplicateProcesses(Cluster cluster, Network network, Views views) {
        this.cluster = cluster;
        this.network = network;
        this.views = views;
    }

    /** The process goes on as that replica. */
    void begin(SimulatedServer older) {
        assert replica == null : "a second server is started twice";
        replica = older;
        cluster.coverage().saw(CommonGoal.SERVERS_STARTED_TWICE, 1);
        isolate();
    }

    /** As which the older process runs, or ran; {@code null}: no server was started twice. */
    SimulatedServer replica() {
        return replica;
    }

    /** The older process while it runs, otherwise {@code null}. */
    SimulatedProcess older() {
        return replica == null ? null : replica.life();
    }

    private SimulatedProcess newer() {
        return cluster.replica(replica.id()).life();
    }

    /** Whether that server was started again while its process ran. Messages of that process may come late. */
    boolean include(int id) {
        return replica != null && replica.id() == id;
    }

    private void isolate() {
        for (int rank = 0; rank < cluster.members().size(); rank++) {
            network.cut(rank, replica.rank());
            network.cut(replica.rank(), rank);
        }
    }

    /** From now on the older process meets all members, also those that do not know the newer one. */
    void unfenced() {
        unfenced = true;
    }

    /** From now on the older process and each member that knows the newer one reach one another. */
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

    /** A process of a member begins, and knows no other process. */
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

    /** All links are whole. */
    void heal() {
        if (older() == null) return;
        isolate();
        replica.dieAfter(-1);
        replica.unpause();
        replica.clock().heal();
        meet();
    }

    /** A process has ended of itself. */
    void ended(SimulatedServer process, boolean rejected) {
        if (process == replica) {
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_STOPPED, 1);
        } else if (rejected && include(process.id())) {
            settling = true;
            cluster.at(cluster.now() + BY_HAND_NANOS, this::settle);
        }
    }

    /** Whether both processes run, or a person is about to end one. An older one whose disk lets it do nothing is ended by a person. */
    boolean bothRun() {
        if (older() != null && older().isBlocked()) settle();
        return needMemory();
    }

    /** Whether the older process still runs. Members that forget the newer process would follow the older one. */
    boolean needMemory() {
        return older() != null || settling;
    }

    /** Whether both do something at the moment, so that one can stop. */
    boolean bothAct() {
        boolean newerActs =
                cluster.up(replica.id()) && !cluster.replica(replica.id()).standsStill();
        return newerActs && !replica.standsStill();
    }

    /** A person ends the older process, and starts the server where the newer one has ended. */
    private void settle() {
        settling = false;
        if (older() != null) {
            cluster.mark(replica.id(), "end of the older process");
            cluster.coverage().saw(CommonGoal.OLDER_PROCESSES_ENDED_BY_HAND, 1);
            dies();
        }
        cluster.startAgain(replica.id());
    }

    /** The older process dies. */
    void dies() {
        int address = older().address();
        replica.crash();
        views.ended(replica.rank(), address);
    }
}
